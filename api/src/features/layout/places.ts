/** Translates the paths of a repository to those of the ordinary layout, and back. */
import {
  CONTENT_FOLDERS,
  dateOfPath,
  IMAGE_EXTENSION,
  isContentPath,
  postIdOf,
  type Layout,
  type Origin,
} from 'content-schema';
import { isText, OWN_FOLDER } from './find-layout.ts';
import { splitLanguage } from './languages.ts';

export interface Place {
  /** The path in the ordinary layout. */
  readonly path: string;
  readonly origin?: Origin;
}

const MEDIA = new RegExp(String.raw`(?:${IMAGE_EXTENSION}|\.(?:mp4|webm))$`, 'i');
const DATE = /^\d{4}-\d{2}-\d{2}[-_ ]/;
/** What no id may have. */
const UNSAFE = /[^\p{L}\p{N}._~-]+/gu;

const deepest = (folders: readonly string[], path: string): string | undefined =>
  folders
    .filter((folder) => path.startsWith(folder))
    .sort((one, other) => other.length - one.length)[0];

/** The ids that a text may have, the best first: its name, then with more of its folders. */
const idsOf = (rest: string, language: string | undefined): readonly string[] => {
  const parts = rest
    .replace(/(?<=[^/])\/index(?=\.\w+$)/i, '')
    .replace(/\.\w+$/, '')
    .split('/');
  const name = parts.at(-1) ?? '';
  const bare = name.replace(DATE, '');
  const longer = parts.map((_, at) => parts.slice(-1 - at).join('-'));
  const own = language === undefined ? [] : [`${bare}.${language}`];
  return [bare, ...own, ...longer].map((id) => id.replace(UNSAFE, '-')).filter(Boolean);
};

interface Text {
  readonly real: string;
  readonly kind: 'posts' | 'pages';
  readonly ids: readonly string[];
  readonly origin: Origin;
}

const textAt = (real: string, layout: Layout): Text | undefined => {
  if (!isText(real)) return undefined;
  const { posts, pages, languages } = layout;
  const { language, rest } = splitLanguage(real, languages);
  const folder = deepest(posts, real) ?? deepest(posts, rest);
  const isOther = language !== undefined && language !== languages[0];
  const origin: Origin = { path: real, layout, ...(isOther && { lang: language }) };
  if (folder !== undefined) {
    const below = rest.startsWith(folder) ? rest.slice(folder.length) : rest;
    const date = dateOfPath(real);
    const ids = idsOf(below, isOther ? language : undefined);
    const kind = 'posts';
    return { real, kind, ids, origin: { ...origin, ...(date && { createdAt: date }) } };
  }
  const own = pages.find((page) => rest.startsWith(page) && isPage(rest.slice(page.length)));
  if (own === undefined) return undefined;
  return { real, kind: 'pages', ids: idsOf(rest.slice(own.length), language), origin };
};

/** A page is in a folder of pages itself, or the index of a folder there. */
const isPage = (below: string): boolean =>
  /^(?!index\.)(?!\d{3}\.)[^/]+\.\w+$|^[^/]+\/index\.\w+$/i.test(below);

/** Returns the paths that a text may have in the ordinary layout, the best first. */
const pathsOf = ({ kind, ids }: Text): readonly string[] =>
  ids
    .map((id) => `${CONTENT_FOLDERS[kind]}/${id}.md`)
    .filter((path) => postIdOf(path) !== undefined);

/** Returns the folder of `media` that has a file, and the path below it. */
export const mediaOf = (path: string, { media }: Layout): string | undefined =>
  deepest(Object.keys(media), path);

const isMedia = (path: string, layout: Layout): boolean =>
  MEDIA.test(path) &&
  !/(?:^|\/)[._](?!posts?\/)/.test(path) &&
  (mediaOf(path, layout) !== undefined ||
    deepest([...layout.posts, ...layout.pages], path) !== undefined);

/** Returns the paths that a photo may have in the ordinary layout. */
const photoPathsOf = (real: string, { newPhoto }: Layout): readonly string[] => {
  if (real.startsWith(newPhoto)) {
    const below = real.slice(newPhoto.length);
    if (/^[^/]+\/[^/]+$/.test(below)) return [`${CONTENT_FOLDERS.photos}/${below}`];
  }
  // With all its folders, so that no other file can take its name, and with that its caption.
  const parts = real.split('/').map((part) => part.replace(UNSAFE, '-'));
  return [`${CONTENT_FOLDERS.photos}/${parts.join('~')}`];
};

/** Of a repository's paths, returns those that are shown, with their places. */
export const placesOf = (paths: Iterable<string>, layout: Layout): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>();
  const taken = new Set<string>();
  const put = (real: string, candidates: readonly string[], origin?: Origin): void => {
    const free = candidates.find((path) => !taken.has(path.toLowerCase()));
    if (free === undefined) return;
    taken.add(free.toLowerCase());
    places.set(real, origin ? { path: free, origin } : { path: free });
  };
  const all = [...paths].sort();
  for (const real of all) {
    if (real.startsWith(OWN_FOLDER)) put(real, [real.slice(OWN_FOLDER.length)]);
  }
  const texts = all.flatMap((real) => textAt(real, layout) ?? []);
  const translations = countTranslations(texts);
  // The language of the site has the first choice of names.
  for (const isOther of [false, true]) {
    for (const text of texts) {
      const { real, origin } = text;
      if ((origin.lang !== undefined) !== isOther) continue;
      const key = splitLanguage(real, layout.languages).rest;
      const isTranslated = (translations.get(key) ?? 0) > 1;
      put(real, pathsOf(text), isTranslated ? { ...origin, translationKey: key } : origin);
    }
  }
  for (const real of all) {
    if (places.has(real)) continue;
    if (isMedia(real, layout)) put(real, photoPathsOf(real, layout), { path: real, layout });
    else if (!isContentPath(real) && !HIDDEN.test(real)) put(real, [real]);
  }
  return places;
};

/** Other files of these names would be reported as problems of the content. */
const HIDDEN = /^(?:posts|pages|photos|assets)\/|\.(?:md|mdx|markdown)$/i;

const countTranslations = (texts: readonly Text[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { real, origin } of texts) {
    const key = splitLanguage(real, origin.layout.languages).rest;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};
