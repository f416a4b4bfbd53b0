/** Writes the app's initial state into a page's HTML, and reads it there. */
import { createContext, useContext } from 'react';
import type { InitialState } from './page-data.ts';

export const InitialStateContext = createContext<InitialState>({ origin: '', year: 0 });

export const useInitialState = (): InitialState => useContext(InitialStateContext);

const ELEMENT_ID = 'initial-state';

/** Characters that could close the `<script>` element, open a comment, or end a line of script. */
const UNSAFE = /[<\u2028\u2029]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Serializes a value as JSON that is safe inside a `<script>` element. */
export const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(UNSAFE, escaped);

export const embedInitialState = (state: InitialState): string =>
  `<script id="${ELEMENT_ID}" type="application/json">${jsonInHtml(state)}</script>`;

/** The initial state from the page's HTML; undefined for a page that the server did not render. */
export const readEmbeddedState = (): InitialState | undefined => {
  const text = document.getElementById(ELEMENT_ID)?.textContent;
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as InitialState);
};
