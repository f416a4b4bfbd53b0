import type { PhotoWidth, Upload } from 'content-schema';
import { thumbnailOf } from '../../data/photos.ts';
import styles from './thumbnail.module.css';

interface ThumbnailProps {
  readonly photo: Upload;
  /** Undefined where the API has no smaller views of photos. */
  readonly width: PhotoWidth | undefined;
}

/** Not enlarged, since that shows nothing but its pixels. */
const SMALL = 160;

/** A photo in the shape of its place, cropped around what its owner has chosen to be seen. */
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
