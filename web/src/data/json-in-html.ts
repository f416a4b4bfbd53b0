/** What could end the element that the JSON stands in, begin a comment, or end a line of script. */
const UNSAFE = /[<\u2028\u2029]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as JSON that can stand in a `<script>` element, whatever its texts say. */
export const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(UNSAFE, escaped);
