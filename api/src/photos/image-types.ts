/** The image types this site stores. They are recognised by their bytes, not by their names. */
export type ImageType =
  'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif' | 'image/svg+xml';

/** Those that consist of pixels. */
export type RasterType = Exclude<ImageType, 'image/svg+xml'>;

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

// What may come before the root element: declarations, comments and white space. A comment has no
// end within it, so that there is one way only to read a row of them.
const COMMENTS = /(?:<!--(?:(?!-->)[\s\S])*-->\s*)*/;
const SVG = new RegExp(
  String.raw`^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?${COMMENTS.source}(?:<!DOCTYPE svg[^>[]*>\s*${COMMENTS.source})?<svg[\s>]`,
  'i',
);
const SVG_HEAD_BYTES = 4096;

const isSvg = (bytes: Uint8Array): boolean =>
  SVG.test(Buffer.from(bytes.subarray(0, SVG_HEAD_BYTES)).toString('utf8'));

const AVIF_BRANDS = ['avif', 'avis'];
/** No real file names more brands than fit in here. */
const BRANDS_MAX_BYTES = 256;

/**
 * Whether AVIF is the main brand of the file, or one that it is compatible with. The main one stands
 * in front of a version number, the others behind it.
 * https://mimesniff.spec.whatwg.org/#signature-for-mp4
 */
const isAvif = (bytes: Uint8Array): boolean => {
  if (!startsWith(bytes, 'ftyp', 4)) return false;
  const head = Buffer.from(bytes.subarray(0, BRANDS_MAX_BYTES));
  const end = Math.min(head.readUInt32BE(0), head.byteLength);
  const places = Array.from({ length: end / 4 }, (_, i) => 4 * i).filter((at) => at > 12);
  return [8, ...places].some((at) => AVIF_BRANDS.some((brand) => startsWith(head, brand, at)));
};

/** What iPhones take: few browsers show it. https://nokiatech.github.io/heif/technical.html */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

export const isHeic = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 'ftyp', 4) && HEIC_BRANDS.some((brand) => startsWith(bytes, brand, 8));

/**
 * The type by content; undefined for what is none of them.
 * Signatures: https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm
 */
export const sniffImageType = (bytes: Uint8Array): ImageType | undefined => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBPVP', 8)) return 'image/webp';
  if (isAvif(bytes)) return 'image/avif';
  return isSvg(bytes) ? 'image/svg+xml' : undefined;
};

/** For each type the extensions that stand for it; the first is the one new photos get. */
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

/** Without its dot, e.g. `png`. */
export const extensionOf = (type: ImageType): string => EXTENSIONS[type][0];

/** The type that a file's name promises; undefined when it is no image's name. */
export const typeOfName = (filename: string): ImageType | undefined => {
  const [, extension = ''] = /\.([^.]+)$/.exec(filename) ?? [];
  return TYPES.get(extension.toLowerCase());
};
