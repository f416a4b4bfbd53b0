/** A comma outside of parentheses. */
const SEPARATOR = /,(?![^(]*\))/;

/** The languages one by one. The editor stores them as a single text, separated by commas. */
export const spokenLanguages = (items: readonly string[]): string[] =>
  items
    .flatMap((item) => item.split(SEPARATOR))
    .map((language) => language.trim())
    .filter((language) => language !== '');
