/** A comma that doesn't stand in parentheses. */
const SEPARATOR = /,(?![^(]*\))/;

/** The languages one by one; the editor keeps them as a single text with commas between them. */
export const spokenLanguages = (items: readonly string[]): string[] =>
  items
    .flatMap((item) => item.split(SEPARATOR))
    .map((language) => language.trim())
    .filter((language) => language !== '');
