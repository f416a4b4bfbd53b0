/** A photo's metadata, stored in `photo.json` in its folder. */
export interface PhotoDetails {
  /** Pixels, upright. */
  readonly width?: number;
  readonly height?: number;
  readonly alt?: string;
  readonly caption?: string;
  readonly focus?: FocalPoint;
  /** The mean colour, as `#rrggbb`. */
  readonly colour?: string;
}

/** The point of a photo that stays visible when cropped, as fractions of width and height. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** The widths in pixels in which photos are sent, smallest first. */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 800, 960, 1200, 1600, 2000, 2560] as const;

export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** What the addresses of a photo in other widths and formats contain. */
export interface SizedPhoto {
  readonly id: string;
  /** The beginning of its blob's id: new bytes have new addresses. */
  readonly version: string;
  /** E.g. `avif`, best first; the last one is for any browser. */
  readonly formats: readonly string[];
}

/** Returns the URL of a photo as it is stored. */
export const photoAddress = (id: string): string => `/photos/${encodeURIComponent(id)}`;

export const sizedPhotoAddress = (
  { id, version, formats }: SizedPhoto,
  width: PhotoWidth,
  format = formats.at(-1),
): string => `${photoAddress(id)}/${version}-${width}.${format}`;

/** Returns the `srcset` of a photo in a format. Its own width, if known, is the largest. */
export const photoSourceSet = (
  photo: SizedPhoto,
  widths: readonly PhotoWidth[],
  format: string | undefined,
  own = Infinity,
): string =>
  widths
    .map((width) => `${sizedPhotoAddress(photo, width, format)} ${Math.min(own, width)}w`)
    .join();

/** Rounds up to a supported width; returns the largest for larger numbers. */
export const photoWidthFor = (pixels: number): PhotoWidth =>
  PHOTO_WIDTHS.find((width) => width >= pixels) ?? 2560;
