/** The layout of a content repository: the only place that maps entities to paths. */
import { isPageId, nameOfId, PAGE_PREFIX } from './entities/page.ts';
import { isSiteName } from './entities/site-addresses.ts';

export const SITE_PATH = 'site.json';
export const PROFILE_PATH = 'profile.json';
export const EXPERIENCES_PATH = 'experiences.json';
export const SECTIONS_PATH = 'sections.json';

export const OWN_JSON_PATHS: readonly string[] = [
  SITE_PATH,
  PROFILE_PATH,
  EXPERIENCES_PATH,
  SECTIONS_PATH,
];
/** Returns the path at which the site serves the JSON Schema of a JSON file. */
export const schemaPath = (path: string): string => `/schemas/${path}`;

const LOGO = /^assets\/logo\.[a-z]+$/;
/** The CSS of the owner's own, for public pages only. */
export const STYLE_PATH = 'assets/style.css';
/** The folders of the content, one per kind of file. */
export const CONTENT_FOLDERS = {
  ...{ posts: 'posts', pages: 'pages', photos: 'photos', logo: 'assets' },
} as const;

const PHOTOS_FOLDER = `${CONTENT_FOLDERS.photos}/`;

/**
 * File names that can't be ids, since paths such as `/admin/blogs/new` are other pages. A post that
 * was pushed as `new.md` has the id `~new`, and therefore one pushed as `~new.md` has `~~new`. Ids
 * with a colon may be those of pages.
 */
const NO_ID = /^~*(?:new|tags|\.{1,2}|page:.*)$/is;

export const postPath = (id: string): string => {
  if (isPageId(id)) return `${CONTENT_FOLDERS.pages}/${nameOfId(id)}.md`;
  return `${CONTENT_FOLDERS.posts}/${id.startsWith('~') && NO_ID.test(id) ? id.slice(1) : id}.md`;
};

/** Returns the id of the post or page at `path`; undefined if `path` is not that of one. */
export const postIdOf = (path: string): string | undefined => {
  const [, folder, name = ''] = /^(posts|pages)\/([^/]+)\.md$/.exec(path) ?? [];
  if (folder === undefined) return undefined;
  if (folder === CONTENT_FOLDERS.pages) return isSiteName(name) ? undefined : PAGE_PREFIX + name;
  return NO_ID.test(name) ? `~${name}` : name;
};

/** @param extension without its dot, e.g. `svg`. */
export const logoPath = (extension: string): string => `assets/logo.${extension}`;

export const photoPath = (id: string, filename: string): string =>
  `${PHOTOS_FOLDER}${id}/${filename}`;

const PHOTO_DETAILS = 'photo.json';

/** Returns the path of the metadata of the photo at `key`: in its folder, or beside it. */
export const photoDetailsPath = (key: string): string => {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  return folder === PHOTOS_FOLDER ? `${key}.json` : `${folder}${PHOTO_DETAILS}`;
};

const PHOTO_DETAILS_PATH = /^photos\/(?:[^/]+\/photo|[^/]+\.[a-z]+)\.json$/;

export const isPhotoDetailsPath = (path: string): boolean => PHOTO_DETAILS_PATH.test(path);

/**
 * Returns the id and file name of the photo at `path`; undefined if `path` is not that of a photo.
 * A photo that was added by hand is directly in `photos/`, and its file name is its id.
 */
export const photoOf = (path: string): { id: string; filename: string } | undefined => {
  if (!path.startsWith(PHOTOS_FOLDER) || isPhotoDetailsPath(path)) return undefined;
  const [first, second, ...deeper] = path.slice(PHOTOS_FOLDER.length).split('/');
  if (first === undefined || first === '' || second === '' || deeper.length > 0) return undefined;
  return { id: first, filename: second ?? first };
};

/** Whether the history of `path` can be listed: it is a file or a folder of the content. */
export const hasHistory = (path: string): boolean =>
  isContentPath(path) || Object.values(CONTENT_FOLDERS).some((folder) => folder === path);

export const isLogoPath = (path: string): boolean => LOGO.test(path);

/** @param name with its ending, e.g. `serif.woff2`. */
export const fontPath = (name: string): string => `assets/fonts/${name}`;

export const isFontPath = (path: string): boolean => /^assets\/fonts\/[^/]+\.woff2?$/.test(path);

/** Whether the file is the CSS of the owner's own, or a font for it. */
export const isStylePath = (path: string): boolean => path === STYLE_PATH || isFontPath(path);

export const isContentPath = (path: string): boolean =>
  OWN_JSON_PATHS.includes(path) ||
  isLogoPath(path) ||
  isStylePath(path) ||
  postIdOf(path) !== undefined ||
  photoOf(path) !== undefined ||
  isPhotoDetailsPath(path);
