/** Derives the names and dates of imported posts from the paths of their files. */
import { groupBy } from '../group-by.ts';
import { toIsoDate } from '../front-matter/dates.ts';

export const MARKDOWN_FILE = /\.(?:md|markdown|mdx)$/i;

/**
 * The parts of a post's name. Hugo keeps the post `tides` in `tides/index.md` or
 * `tides/index.en.md`; Jekyll also reads `.markdown` files.
 */
const partsOf = (path: string): readonly string[] => {
  const [, folder, language = '', extension = ''] =
    /^(.+)\/_?index(\.[\w-]+)?(\.[^./]+)$/i.exec(path) ?? [];
  const name = folder === undefined ? path : `${folder}${language}${extension}`;
  return name.replace(/\.markdown$/i, '.md').split('/');
};

/**
 * Returns the file names of the posts at `paths`, in their order. Of files with the same name,
 * e.g. `2021/12/index.md` and `2022/12/index.md`, each gets the names of more of its folders.
 */
export const postFileNames = (paths: readonly string[]): readonly string[] => {
  const parts = paths.map(partsOf);
  const depths = paths.map(() => 1);
  for (;;) {
    const names = parts.map((own, index) => own.slice(-(depths[index] ?? 1)).join('-'));
    const namesakes = groupBy(names, (name) => name.toLowerCase());
    const clashing = names.flatMap((name, index) => {
      const isLonger = (depths[index] ?? 1) < (parts[index]?.length ?? 1);
      return isLonger && (namesakes.get(name.toLowerCase())?.length ?? 1) > 1 ? [index] : [];
    });
    if (clashing.length === 0) return names;
    for (const index of clashing) depths[index] = (depths[index] ?? 1) + 1;
  }
};

const PATH_DATE = /(?:^|\/)(\d{4})[-/_](\d{2})(?:[-/_](\d{2}))?(?![^-/_. ])/g;

/**
 * Returns the date in a path, e.g. `2010/04-03-boat.md`, `2017/05/boat.md` or `2017-05-02-boat.md`;
 * the first day of a month without a day. Undefined if there is none.
 */
export const dateOfPath = (path: string): string | undefined => {
  const [, year = '', month = '', day = '01'] = [...path.matchAll(PATH_DATE)].at(-1) ?? [];
  return toIsoDate(`${year}-${month}-${day}`);
};
