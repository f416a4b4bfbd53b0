/** The supported image types. They are recognised by content, not by file name. */
export type ImageType =
  'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif' | 'image/svg+xml';

export type RasterType = Exclude<ImageType, 'image/svg+xml'>;

export const isAnimatable = (type: ImageType): boolean =>
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

const AVIF_BRANDS = ['avif', 'avis'];
/** More than the list of brands takes in real files. */
const BRANDS_MAX_BYTES = 256;

/**
 * The major brand precedes a version number, and other compatible brands follow it.
 * https://mimesniff.spec.whatwg.org/#signature-for-mp4
 */
const isAvif = (bytes: Uint8Array): boolean => {
  if (!startsWith(bytes, 'ftyp', 4)) return false;
  const head = Buffer.from(bytes.subarray(0, BRANDS_MAX_BYTES));
  const end = Math.min(head.readUInt32BE(0), head.byteLength);
  const positions = Array.from({ length: end / 4 }, (_, i) => 4 * i).filter((at) => at > 12);
  return [8, ...positions].some((at) => AVIF_BRANDS.some((brand) => startsWith(head, brand, at)));
};

/** Of iPhones; few browsers support it. https://nokiatech.github.io/heif/technical.html */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

export const isHeic = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 'ftyp', 4) && HEIC_BRANDS.some((brand) => startsWith(bytes, brand, 8));

/** https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm */
export const sniffImageType = (bytes: Uint8Array): ImageType | undefined => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBPVP', 8)) return 'image/webp';
  if (isAvif(bytes)) return 'image/avif';
  return isSvg(bytes) ? 'image/svg+xml' : undefined;
};

/** The extensions of each type; new photos get the first one. */
const EXTENSIONS: Readonly<Record<ImageType, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
};

const TYPES = new Map(
  Object.entries(EXTENSIONS).flatMap(([type, extensions]) =>
    extensions.map((extension) => [extension, type as ImageType] as const),
  ),
);

/** Returns the extension without a dot, e.g. `png`. */
export const extensionOf = (type: ImageType): string => EXTENSIONS[type][0];

/**
 * Returns the extensions of the formats in which a photo is sent, best first; the last one is for
 * any browser. Of an animation, AVIF would have only one frame.
 */
export const formatsOf = (type: ImageType): readonly string[] => {
  const better = type === 'image/svg+xml' ? [] : isAnimatable(type) ? ['webp'] : ['avif', 'webp'];
  return [...new Set([...better, extensionOf(type)])];
};

/** Returns the type by extension; undefined if it is not that of an image. */
export const typeOfName = (filename: string): ImageType | undefined => {
  const [, extension = ''] = /\.([^.]+)$/.exec(filename) ?? [];
  return TYPES.get(extension.toLowerCase());
};
