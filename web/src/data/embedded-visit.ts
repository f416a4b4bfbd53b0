import type { Visit } from './page-data.ts';

const ELEMENT_ID = 'visit';

/** No text of the content may end the element, begin a comment in it or, once, end a line of it. */
const UNSAFE = /[<\u2028\u2029]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The element by which a page's HTML brings its data along. */
export const embedVisit = (visit: Visit): string =>
  `<script id="${ELEMENT_ID}" type="application/json">${JSON.stringify(visit).replace(UNSAFE, escaped)}</script>`;

/** What came with the page; undefined when it was not rendered on the server. */
export const readEmbeddedVisit = (): Visit | undefined => {
  const text = document.getElementById(ELEMENT_ID)?.textContent;
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as Visit);
};
