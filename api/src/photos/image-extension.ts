import type { ImageType } from '../images/sniff-image-type.ts';

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
