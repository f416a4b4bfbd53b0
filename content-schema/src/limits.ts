/** The business constants of the product. Lengths are UTF-16 code units, as in HTML `maxlength`. */

/** Characters of a post's excerpt, before the ellipsis. */
export const EXCERPT_LENGTH = 220;

/** Search engines truncate descriptions at about this length. */
export const META_DESCRIPTION_IDEAL_LENGTH = 160;

/** More than needed, yet less than the longest front matter that is read. */
export const POST_TITLE_MAX_LENGTH = 1000;
export const POST_ID_MAX_LENGTH = 100;
export const POST_DESCRIPTION_MAX_LENGTH = 1000;
export const POST_TAGS_MAX_LENGTH = 5000;

/** The most entries of a list, e.g. experiences or the tags of a post. */
export const LIST_MAX_LENGTH = 1000;
/** Posts in one save. */
export const POSTS_MAX_LENGTH = 20_000;
/** The most issues in a response. */
export const ISSUES_MAX = 100;

/** Bytes of the decoded logo file. */
export const LOGO_MAX_BYTES = 524_288;
export const LOGO_TYPES = ['image/png', 'image/svg+xml', 'image/jpeg', 'image/webp'] as const;

export const UPLOADS_LIST_LIMIT = 200;
/** The highest `limit` of a list of uploads. */
export const UPLOADS_LIST_MAX = 1000;
export const HISTORY_PER_PAGE = 30;

/** Limits of JSON bodies in bytes: of all posts (10,000 of 6 KB), of one post, and of others. */
export const POSTS_BODY_MAX_BYTES = 64 * 1024 * 1024;
export const POST_BODY_MAX_BYTES = 8 * 1024 * 1024;
export const JSON_BODY_MAX_BYTES = 2 * 1024 * 1024;
/** Of what anyone may send: credentials, the token of a sign-in link, and a passkey. */
export const SIGN_IN_MAX_BYTES = { credentials: 4 * 1024, link: 1024, passkey: 32 * 1024 };
/** Bytes of one uploaded file. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024;
export const VIDEO_MAX_BYTES = 20 * 1024 * 1024;
/** Photos that one commit adds or deletes. */
export const PHOTOS_BATCH_MAX = 200;
/** The longest side of a stored photo in pixels, unless the original is kept. */
export const PHOTO_MAX_SIDE = 2560;
export const ALT_MAX_LENGTH = 1000;
export const CAPTION_MAX_LENGTH = 1000;
/** Limits of an import: bytes of one Markdown file and of all files, and the number of files. */
export const IMPORT_MAX_BYTES = 1024 * 1024;
export const IMPORT_TOTAL_MAX_BYTES = 50 * 1024 * 1024;
export const IMPORT_MAX_FILES = 2000;
/** Photos that one import brings along, and links in its texts that lead elsewhere then. */
export const IMPORT_MAX_PHOTOS = 2000;
export const IMPORT_MAX_LINKS = 20_000;
