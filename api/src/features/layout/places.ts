/** Translates the paths of a repository to those of the ordinary layout, and back. */
import {
  CONTENT_FOLDERS,
  dateOfPath,
  groupBy,
  IMAGE_EXTENSION,
  isContentPath,
  photoOf,
  postIdOf,
  splitLanguage,
  type Layout,
  type Origin,
} from 'content-schema';
import { isText, OWN_FOLDER } from 'content-schema/layout';

export interface Place {
  /** The path in the ordinary layout. */
  readonly path: string;
  readonly origin?: Origin;
}

const MEDIA = new RegExp(String.raw`(?:${IMAGE_EXTENSION}|\.(?:mp4|webm))$`, 'i');
const DATE = /^\d{4}-\d{2}-\d{2}[-_ ]/;
/** What no id may have. */
const UNSAFE = /[^\p{L}\p{N}._~-]+/gu;
const UNSAFE_IN_PATH = /[^\p{L}\p{N}._~/-]+/gu;

const deepest = (folders: readonly string[], path: string): string | undefined => {
  let last: string | undefined;
  for (const folder of folders) {
    if (path.startsWith(folder) && folder.length >= (last?.length ?? 0)) last = folder;
  }
  return last;
};

interface Text {
  readonly kind: 'posts' | 'pages';
  /** The path below its folder, and that in the repository, both without the language. */
  readonly below: string;
  readonly key: string;
  readonly origin: Origin;
}

/** A page is in a folder of pages itself, or the index of a folder there. */
const PAGE = /^(?!index\.)(?!\d{3}\.)[^/]+\.\w+$|^[^/]+\/index\.\w+$/i;

const textAt = (path: string, layout: Layout): Text | undefined => {
  if (!isText(path)) return undefined;
  const { posts, pages, languages } = layout;
  const { language, rest: key } = splitLanguage(path, languages);
  const isOther = language !== undefined && language !== languages[0];
  const origin: Origin = { path, layout, ...(isOther && { lang: language }) };
  const folder = deepest(posts, path) ?? deepest(posts, key);
  if (folder === undefined) {
    const page = pages.find((each) => key.startsWith(each) && PAGE.test(key.slice(each.length)));
    return page === undefined
      ? undefined
      : { kind: 'pages', below: key.slice(page.length), key, origin };
  }
  const below = key.startsWith(folder) ? key.slice(folder.length) : key;
  const date = dateOfPath(path);
  return { kind: 'posts', below, key, origin: date ? { ...origin, createdAt: date } : origin };
};

/** The paths that a text may have in the ordinary layout: its name, then with more of its folders. */
function* pathsOf({ kind, below, origin: { lang } }: Text): Generator<string> {
  const parts = below
    .replace(/(?<=[^/])\/index(?=\.\w+$)/i, '')
    .replace(/\.\w+$/, '')
    .split('/');
  const bare = parts.at(-1)?.replace(DATE, '') ?? '';
  const pathOf = (id: string) => `${CONTENT_FOLDERS[kind]}/${id.replace(UNSAFE, '-')}.md`;
  // A translation keeps its name when the original is deleted.
  yield pathOf(lang === undefined ? bare : `${bare}.${lang}`);
  for (let at = parts.length - 1; at >= 0; at -= 1) yield pathOf(parts.slice(at).join('-'));
}

/** Texts may show any picture of the repository, except those of tools and themes. */
const isMedia = (path: string): boolean =>
  MEDIA.test(path) && !/(?:^|\/)(?:\.|_(?!posts?\/)[^/]*\/|(?:node_modules|themes?)\/)/.test(path);

/**
 * Returns the path of a photo in the ordinary layout. It has all folders of the file, so that no
 * other one can take its name, and with that its caption.
 */
const photoPathOf = (path: string, { newPhoto }: Layout): string => {
  const below = path.startsWith(newPhoto) ? path.slice(newPhoto.length) : '';
  const isNew = /^[^/]+\/[^/]+$/.test(below);
  const name = isNew ? below : path.replace(UNSAFE_IN_PATH, '-').replaceAll('/', '~');
  return `${CONTENT_FOLDERS.photos}/${name}`;
};

/** The reverse, of a name without letters that were replaced. */
export const filePathOf = (name: string): string => name.replaceAll('~', '/');

/** Other files of these names would be reported as problems of the content. */
const HIDDEN = /^(?:posts|pages|photos|assets)\/|\.(?:md|mdx|markdown)$/i;

/** Of a repository's paths, returns those that are shown, with their places. */
export const placesOf = (paths: Iterable<string>, layout: Layout): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>();
  const taken = new Set<string>();
  const put = (real: string, candidates: Iterable<string>, origin?: Origin): void => {
    for (const path of candidates) {
      const folded = path.toLowerCase();
      if (taken.has(folded) || (origin && postIdOf(path) === undefined && !photoOf(path))) continue;
      taken.add(folded);
      places.set(real, origin ? { path, origin } : { path });
      return;
    }
  };
  const all = [...paths].sort();
  for (const real of all) {
    if (real.startsWith(OWN_FOLDER)) put(real, [real.slice(OWN_FOLDER.length)]);
  }
  const texts = all.flatMap((real) => textAt(real, layout) ?? []);
  const translations = groupBy(texts, ({ key }) => key);
  // The language of the site has the first choice of names.
  for (const isOther of [false, true]) {
    for (const text of texts) {
      const { key, origin } = text;
      if ((origin.lang !== undefined) !== isOther) continue;
      const isAlone = translations.get(key)?.length === 1;
      put(origin.path, pathsOf(text), isAlone ? origin : { ...origin, translationKey: key });
    }
  }
  for (const path of all) {
    if (places.has(path)) continue;
    if (isMedia(path)) put(path, [photoPathOf(path, layout)], { path, layout });
    else if (!isContentPath(path) && !HIDDEN.test(path)) put(path, [path]);
  }
  return places;
};
