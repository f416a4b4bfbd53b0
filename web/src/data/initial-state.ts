/** What the app knows from its beginning, and how it travels in a page's HTML. */
import { createContext, useContext } from 'react';
import type { InitialState } from './page-data.ts';

export const InitialStateContext = createContext<InitialState>({ origin: '', year: 0 });

export const useInitialState = (): InitialState => useContext(InitialStateContext);

const ELEMENT_ID = 'initial-state';

/** What could end the element that the JSON stands in, begin a comment, or end a line of script. */
const UNSAFE = /[<\u2028\u2029]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as JSON that can stand in a `<script>` element. */
export const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(UNSAFE, escaped);

/** The element by which a page's HTML brings its data along. */
export const embedInitialState = (state: InitialState): string =>
  `<script id="${ELEMENT_ID}" type="application/json">${jsonInHtml(state)}</script>`;

/** What came with the page; undefined when it was not rendered on the server. */
export const readEmbeddedState = (): InitialState | undefined => {
  const text = document.getElementById(ELEMENT_ID)?.textContent;
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as InitialState);
};
