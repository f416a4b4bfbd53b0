import { photoAddress, type PhotoWidth, type Upload } from 'content-schema';
import { classNames } from '../../ui/class-names.ts';
import styles from './thumbnail.module.css';

interface ThumbnailProps {
  readonly photo: Upload;
  readonly width: PhotoWidth;
}

/** Smaller photos are not enlarged, since that would only show their pixels. */
const SMALL = 160;

/** A photo cropped to its box around the focal point. */
export const Thumbnail = ({ photo, width }: ThumbnailProps) => {
  const { focus, width: own = SMALL } = photo;
  return (
    <img
      className={styles.thumbnail}
      src={photoAddress(photo.id, width)}
      alt=""
      loading="lazy"
      data-small={own < SMALL}
      style={focus && { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
    />
  );
};

interface PhotoButtonProps extends ThumbnailProps {
  readonly onClick: () => void;
}

/** A photo of a grid, with its name below it. */
export const PhotoButton = ({ photo, width, onClick }: PhotoButtonProps) => (
  <button type="button" className={classNames('bare stack-2', styles.button)} onClick={onClick}>
    <Thumbnail photo={photo} width={width} />
    <span className="clamped" title={photo.filename}>
      {photo.filename}
    </span>
  </button>
);
