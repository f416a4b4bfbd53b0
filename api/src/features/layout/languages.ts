/** The languages in the names of files and folders: `tides.de.md`, `index.de.md`, `content/de/`. */

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const IN_NAME = /\.([a-z]{2}(?:-[a-z]{2,4})?)(?=\.\w+$)/i;
const FOLDER = /(?<=^|\/)([a-z]{2}(?:-[a-z]{2,4})?)\//gi;

const isLanguage = (code: string | undefined): code is string =>
  code !== undefined && /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(code) && NAMES.of(code) !== undefined;

/** Returns the languages that some texts have, in the order of their number. */
export const languagesAmong = (texts: readonly string[], content: string): readonly string[] => {
  const all = new Set(texts);
  const counts = new Map<string, number>();
  for (const path of texts) {
    const [suffix, code] = IN_NAME.exec(path) ?? [];
    // `node.js.md` has none: a translation is beside its original, or is the index of a folder.
    const isSuffix =
      suffix !== undefined &&
      isLanguage(code) &&
      (/\/index\.[^/]+$/.test(path) || all.has(path.replace(suffix, '')));
    const [folder = ''] = path.slice(content.length).split('/');
    const language = isSuffix ? code : isLanguage(folder) ? folder : undefined;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code);
};

/** Returns the language of a path and the path without it, of those that the site has. */
export const splitLanguage = (path: string, languages: readonly string[]) => {
  if (languages.length === 0) return { language: undefined, rest: path };
  const [suffix = '', named] = IN_NAME.exec(path) ?? [];
  if (named !== undefined && languages.includes(named)) {
    return { language: named, rest: path.replace(suffix, '') };
  }
  for (const { 0: folder, 1: code = '', index } of path.matchAll(FOLDER)) {
    if (!languages.includes(code)) continue;
    return { language: code, rest: path.slice(0, index) + path.slice(index + folder.length) };
  }
  return { language: undefined, rest: path };
};
