/**
 * The layout of a content repository: the only place that knows which entity lives at which path.
 */

export const SITE_PATH = 'site.json';
export const PROFILE_PATH = 'profile.json';
export const EXPERIENCES_PATH = 'experiences.json';
export const SECTIONS_PATH = 'sections.json';

const JSON_PATHS: readonly string[] = [SITE_PATH, PROFILE_PATH, EXPERIENCES_PATH, SECTIONS_PATH];
const LOGO = /^assets\/logo\.[a-z]+$/;
const POSTS_FOLDER = 'posts/';
const PHOTOS_FOLDER = 'photos/';
const POST_EXTENSION = '.md';

/**
 * File names that can be no ids, since `/admin/blogs/new` and the like are other pages. A post that
 * was pushed as `new.md` has the id `~new`, and to keep them apart one pushed as `~new.md` has
 * `~~new`.
 */
const NO_ID = /^~*(?:new|tags|\.{1,2})$/i;

export const postPath = (id: string): string => {
  const name = id.startsWith('~') && NO_ID.test(id) ? id.slice(1) : id;
  return `${POSTS_FOLDER}${name}${POST_EXTENSION}`;
};

/** The id of the post at `path`; undefined when `path` is no post. */
export const postIdOf = (path: string): string | undefined => {
  if (!path.startsWith(POSTS_FOLDER) || !path.endsWith(POST_EXTENSION)) return undefined;
  const name = path.slice(POSTS_FOLDER.length, -POST_EXTENSION.length);
  if (name === '' || name.includes('/')) return undefined;
  return NO_ID.test(name) ? `~${name}` : name;
};

/** `extension` without its dot, e.g. `svg`. */
export const logoPath = (extension: string): string => `assets/logo.${extension}`;

export const photoPath = (id: string, filename: string): string =>
  `${PHOTOS_FOLDER}${id}/${filename}`;

const PHOTO_DETAILS = 'photo.json';

/** Where what is known of the photo at `key` is written: in its folder, or right beside it. */
export const photoDetailsPath = (key: string): string => {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  return folder === PHOTOS_FOLDER ? `${key}.json` : `${folder}${PHOTO_DETAILS}`;
};

const PHOTO_DETAILS_PATH = /^photos\/(?:[^/]+\/photo|[^/]+\.[a-z]+)\.json$/;

/** Whether what is known of a photo is written at `path`. */
export const isPhotoDetailsPath = (path: string): boolean => PHOTO_DETAILS_PATH.test(path);

/**
 * The id and file name of the photo at `path`; undefined when `path` is none. A photo that was
 * dropped in by hand lies right in the folder, and its file name is its id.
 */
export const photoOf = (path: string): { id: string; filename: string } | undefined => {
  if (!path.startsWith(PHOTOS_FOLDER) || isPhotoDetailsPath(path)) return undefined;
  const [first, second, ...deeper] = path.slice(PHOTOS_FOLDER.length).split('/');
  if (first === undefined || first === '' || second === '' || deeper.length > 0) return undefined;
  return { id: first, filename: second ?? first };
};

/** The folders of the content, each with things of one kind. */
export const CONTENT_FOLDERS = { posts: 'posts', photos: 'photos', logo: 'assets' } as const;

/** Whether changes can be listed of what is at `path`: a file of the content, or a folder of such. */
export const hasHistory = (path: string): boolean =>
  isContentPath(path) || Object.values(CONTENT_FOLDERS).some((folder) => folder === path);

export const isLogoPath = (path: string): boolean => LOGO.test(path);

/** Whether the file at `path` is content of the site, rather than something kept beside it. */
export const isContentPath = (path: string): boolean =>
  JSON_PATHS.includes(path) ||
  isLogoPath(path) ||
  postIdOf(path) !== undefined ||
  photoOf(path) !== undefined ||
  isPhotoDetailsPath(path);
