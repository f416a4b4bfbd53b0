/** Derives the names and dates of imported posts and pages from the paths of their files. */
import { PAGE_PREFIX } from '../entities/page.ts';
import { groupBy } from '../group-by.ts';
import { toIsoDate } from '../text/dates.ts';

export const MARKDOWN_FILE = /\.(?:md|markdown|mdx)$/i;

/** As Jekyll, Hexo, Hugo, Gatsby, Astro and Eleventy name them, in any folder. */
const POSTS_FOLDER = /(?<![^/])(?:_?posts?|(?<=(?:content|data|pages|src)\/)blog)\//i;
const PAGES_FOLDER = /^(?:.*\/)?_?pages\//i;

/** Texts about a repository, and lists of posts. */
export const NO_POST =
  /(?:(?:^|\/)(?:_index|readme)|^(?:[^/]+\/)?(?:licen[cs]e|changelog|contributing|code_of_conduct|security))(?:\.[\w-]+)?\.\w+$/i;

/** Whether the page at a path is rather no text of the site, such as its README. */
export const isUnlikelyPage = (path: string): boolean =>
  NO_POST.test(path) || /(?<![^/])(?:_(?!pages\/)[^/]*|vendor)\//i.test(path);

/**
 * Returns the paths of the pages among the files of a folder or archive, each with its path below
 * the root of the site. If there is a folder of posts, by its name or of `folders`, texts outside of
 * it are pages, except drafts.
 */
export const pagesAmong = (
  paths: readonly string[],
  folders: readonly string[] = [],
): ReadonlyMap<string, string> => {
  const posts = paths.filter((path) => POSTS_FOLDER.test(path));
  const isAmong = (path: string) =>
    folders.some(
      (folder) => path.startsWith(folder) && !PAGES_FOLDER.test(path.slice(folder.length)),
    );
  const roots = [...new Set(posts.map((path) => path.slice(0, path.search(POSTS_FOLDER))))];
  const rootOf = (path: string) => roots.find((root) => path.startsWith(root));
  const isPage = (path: string) =>
    !POSTS_FOLDER.test(path) && !isAmong(path) && !/(?<![^/])_?drafts\//i.test(path);
  const pages = posts.length === 0 && !paths.some(isAmong) ? [] : paths.filter(isPage);
  const below = (path: string) => path.slice(rootOf(path)?.length).replace(PAGES_FOLDER, '');
  return new Map(pages.map((path) => [path, below(path)]));
};

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
 * Returns the file names of the posts at `paths`, in their order; those of `pages`, see
 * `pagesAmong`, begin with the prefix of their ids. Of files with the same name, e.g.
 * `2021/12/index.md` and `2022/12/index.md`, each gets the names of more of its folders.
 */
export const postFileNames = (
  paths: readonly string[],
  pages: ReadonlyMap<string, string> = new Map(),
): readonly string[] => {
  const parts = paths.map((path) => partsOf(pages.get(path) ?? path));
  const depths = paths.map(() => 1);
  for (;;) {
    const names = parts.map((own, index) => {
      const prefix = pages.has(paths[index] ?? '') ? PAGE_PREFIX : '';
      return prefix + own.slice(-(depths[index] ?? 1)).join('-');
    });
    const namesakes = groupBy(names, (name) => name.toLowerCase());
    const clashing = names.flatMap((name, index) => {
      const isLonger = (depths[index] ?? 1) < (parts[index]?.length ?? 1);
      return isLonger && (namesakes.get(name.toLowerCase())?.length ?? 1) > 1 ? [index] : [];
    });
    if (clashing.length === 0) return names;
    for (const index of clashing) depths[index] = (depths[index] ?? 1) + 1;
  }
};

/** Returns the path of the folder that has all paths; empty for the root. */
export const commonFolder = ([first = '', ...others]: readonly string[]): string => {
  let folder = first.slice(0, Math.max(0, first.lastIndexOf('/')));
  while (!others.every((path) => path.startsWith(`${folder}/`)) && folder !== '') {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  }
  return folder;
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

/** `tides.de.md` and `index.de.md`; others have a folder, such as `content/de/`. */
export const LANGUAGE_IN_NAME = /\.([a-z]{2}(?:-[a-z]{2,4}){0,2})(?=\.\w+$)/i;
const LANGUAGE_FOLDER = /(?<=^|\/)([a-z]{2}(?:-[a-z]{2,4}){0,2})\//gi;

/** Returns the language of a path and the path without it, of those that the site has. */
export const splitLanguage = (path: string, languages: readonly string[]) => {
  if (languages.length === 0) return { language: undefined, rest: path };
  const [suffix = '', named] = LANGUAGE_IN_NAME.exec(path) ?? [];
  if (named !== undefined && languages.includes(named)) {
    return { language: named, rest: path.replace(suffix, '') };
  }
  for (const { 0: folder, 1: code = '', index } of path.matchAll(LANGUAGE_FOLDER)) {
    if (!languages.includes(code)) continue;
    return { language: code, rest: path.slice(0, index) + path.slice(index + folder.length) };
  }
  return { language: undefined, rest: path };
};
