import type { PhotoWidth, Upload } from 'content-schema';
import { thumbnailOf } from '../../data/photos.ts';
import styles from './thumbnail.module.css';

interface ThumbnailProps {
  readonly photo: Upload;
  /** Undefined where the API has no smaller versions of photos. */
  readonly width: PhotoWidth | undefined;
}

/** Smaller photos are not enlarged, since that would only show their pixels. */
const SMALL = 160;

/** A photo cropped to its box around the focal point. */
export const Thumbnail = ({ photo, width }: ThumbnailProps) => {
  const { focus, width: own = SMALL } = photo;
  return (
    <img
      className={styles.thumbnail}
      src={thumbnailOf(photo, width)}
      alt=""
      loading="lazy"
      data-small={own < SMALL}
      style={focus && { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
    />
  );
};
