/** The supported image types. They are recognised by content, not by file name. */
export type ImageType =
  'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif' | 'image/svg+xml';

export type RasterType = Exclude<ImageType, 'image/svg+xml'>;
export type PhotoType = ImageType | 'video/mp4' | 'video/webm';

export const isVideo = (type = ''): type is Exclude<PhotoType, ImageType> =>
  type.startsWith('video/');
export const isRaster = (type = ''): type is RasterType => /^image\/(?!svg)/.test(type);

export const isAnimatable = (type: PhotoType): boolean =>
  type === 'image/gif' || type === 'image/webp';

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

// What may precede the root element: declarations, comments and white space. The pattern matches a
// sequence of comments in only one way, to avoid backtracking.
const COMMENTS = /(?:<!--(?:(?!-->)[\s\S])*-->\s*)*/;
const SVG = new RegExp(
  String.raw`^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?${COMMENTS.source}(?:<!DOCTYPE svg[^>[]*>\s*${COMMENTS.source})?<svg[\s>]`,
  'i',
);
const SVG_HEAD_BYTES = 4096;

const isSvg = (bytes: Uint8Array): boolean =>
  SVG.test(Buffer.from(bytes.subarray(0, SVG_HEAD_BYTES)).toString('utf8'));

/** More than the list of brands takes in real files. */
const BRANDS_MAX_BYTES = 256;

/**
 * Returns the major brand, a version number and other compatible brands, each of four characters.
 * https://mimesniff.spec.whatwg.org/#signature-for-mp4
 */
const brandsOf = (bytes: Uint8Array): string => {
  if (!startsWith(bytes, 'ftyp', 4)) return '';
  const head = Buffer.from(bytes.subarray(0, BRANDS_MAX_BYTES));
  return head.toString('latin1', 8, head.readUInt32BE(0));
};

const AVIF = /^(?:[^]{8}(?:[^]{4})*)?avi[fs]/;
/** Of iPhones; few browsers support it. https://nokiatech.github.io/heif/technical.html */
const HEIC = /^(?:hei[cxms]|hev[cx]|mif1|msf1)/;
/** Also of QuickTime, which iPhones record and browsers play as MP4. */
const MP4 = /^(?:mp4|iso|avc|dash|3gp|M4V|qt)/;
const WEBM = /^\x1aE\xdf\xa3[^]{1,60}B\x82[^]{1,8}webm/;

export const isHeic = (bytes: Uint8Array): boolean => HEIC.test(brandsOf(bytes));

/** https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm */
export const sniffImageType = (bytes: Uint8Array): ImageType | undefined => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBPVP', 8)) return 'image/webp';
  if (AVIF.test(brandsOf(bytes))) return 'image/avif';
  return isSvg(bytes) ? 'image/svg+xml' : undefined;
};

export const sniffType = (bytes: Uint8Array): PhotoType | undefined => {
  const head = Buffer.from(bytes.subarray(0, 80)).toString('latin1');
  const video = MP4.test(brandsOf(bytes)) ? 'video/mp4' : undefined;
  return sniffImageType(bytes) ?? (WEBM.test(head) ? 'video/webm' : video);
};

/** The extensions of each type; new photos get the first one. */
const EXTENSIONS: Readonly<Record<PhotoType, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
  'video/mp4': ['mp4', 'm4v', 'mov'],
  'video/webm': ['webm'],
};

const TYPES = new Map(
  Object.entries(EXTENSIONS).flatMap(([type, extensions]) =>
    extensions.map((extension) => [extension, type as PhotoType] as const),
  ),
);

/** Returns the extension without a dot, e.g. `png`. */
export const extensionOf = (type: PhotoType): string => EXTENSIONS[type][0];

/**
 * Returns the extensions of the formats in which a photo is sent, best first; the last one is for
 * any browser. Of an animation, AVIF would have only one frame.
 */
export const formatsOf = (type: PhotoType): readonly string[] => {
  const better = !isRaster(type) ? [] : isAnimatable(type) ? ['webp'] : ['avif', 'webp'];
  return [...new Set([...better, extensionOf(type)])];
};

/** Returns the type by extension; undefined if it is not that of an image or a video. */
export const typeOfName = (filename: string): PhotoType | undefined => {
  const [, extension = ''] = /\.([^.]+)$/.exec(filename) ?? [];
  return TYPES.get(extension.toLowerCase());
};
