import { jsonInHtml } from './json-in-html.ts';
import type { InitialState } from './page-data.ts';

const ELEMENT_ID = 'initial-state';

/** The element by which a page's HTML brings its data along. */
export const embedInitialState = (visit: InitialState): string =>
  `<script id="${ELEMENT_ID}" type="application/json">${jsonInHtml(visit)}</script>`;

/** What came with the page; undefined when it was not rendered on the server. */
export const readEmbeddedState = (): InitialState | undefined => {
  const text = document.getElementById(ELEMENT_ID)?.textContent;
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as InitialState);
};
