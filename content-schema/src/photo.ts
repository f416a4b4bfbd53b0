/** What is known of a photo beside its bytes; `photo.json` in its folder says it. */
export interface PhotoDetails {
  /** Pixels, upright. */
  readonly width?: number;
  readonly height?: number;
  readonly alt?: string;
  readonly caption?: string;
  readonly focus?: FocalPoint;
  /** The one that stands for the whole picture, as `#rrggbb`. */
  readonly colour?: string;
}

/** What a cropped photo must show: shares of its width and height, from its upper left corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** The widths in pixels in which `GET /photos/{id}?w=` has a photo, smallest first. */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 800, 960, 1200, 1600, 2000, 2560] as const;

export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** The address of a photo in one of its widths; without one, as it is stored. */
export const photoAddress = (id: string, width?: PhotoWidth): string =>
  `/photos/${encodeURIComponent(id)}${width === undefined ? '' : `?w=${width}`}`;
