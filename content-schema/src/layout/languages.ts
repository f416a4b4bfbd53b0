/** The languages in the names of files and folders: `tides.de.md`, `index.de.md`, `content/de/`. */

import { groupBy } from '../group-by.ts';
import { LANGUAGE_IN_NAME } from '../import/import-paths.ts';
import { languageTag } from '../text/language-tag.ts';

const isLanguage = (code = ''): boolean =>
  /^[a-z]{2}(?:-[a-z]{2,4}){0,2}$/i.test(code) && languageTag(code) !== undefined;

/** Returns the items with how often each occurs, the commonest first. */
export const mostFirst = (items: readonly string[]): readonly (readonly [string, number])[] =>
  [...groupBy(items, (item) => item)]
    .map(([item, { length }]) => [item, length] as const)
    .sort(([, one], [, other]) => other - one);

/**
 * Returns the languages that some texts have, in the order of their number. A text in a language is
 * beside its original, in a folder like it, or the index of one: `node.js.md` and `it/` have none.
 */
export const languagesAmong = (texts: readonly string[], content: string): readonly string[] => {
  const named = texts.map((path) => {
    const [suffix = '', code] = LANGUAGE_IN_NAME.exec(path) ?? [];
    if (isLanguage(code)) return { code, rest: path.replace(suffix, '') };
    const [folder = ''] = path.slice(content.length).split('/');
    if (!isLanguage(folder)) return { rest: path };
    return { code: folder, rest: content + path.slice(content.length + folder.length + 1) };
  });
  const rests = groupBy(named, ({ rest }) => rest);
  const isSure = (rest: string) => rests.get(rest)?.length !== 1 || /\/index\.\w+$/.test(rest);
  const codes = named.flatMap(({ code = [], rest }) => (isSure(rest) ? code : []));
  return mostFirst(codes).map(([code]) => code);
};
