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

/** The widths in pixels that `GET /photos/{id}?w=` supports, smallest first. */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 800, 960, 1200, 1600, 2000, 2560] as const;

export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** Returns the URL of a photo in a width; without one, of the stored file. */
export const photoAddress = (id: string, width?: PhotoWidth): string =>
  `/photos/${encodeURIComponent(id)}${width === undefined ? '' : `?w=${width}`}`;
