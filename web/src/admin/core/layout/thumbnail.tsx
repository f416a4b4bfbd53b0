import type { PhotoWidth, Upload } from 'content-schema';
import { VIDEO_START } from 'content-schema/video';
import { useCallback, type ComponentProps } from 'react';
import { thumbnailAddress } from '../../../data/photos.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './thumbnail.module.css';

type Shown = 'className' | 'src' | 'alt' | 'style' | 'loading';

/** An image, or a video by the end of its address; with an alternative text it has controls. */
export const Picture = ({ alt, ...media }: Pick<ComponentProps<'img'>, Shown>) =>
  media.src?.endsWith(VIDEO_START) ? (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- captions would be a file of their own
    <video preload="metadata" controls={alt !== ''} aria-label={alt} {...media} />
  ) : (
    <img alt={alt} {...media} />
  );

interface ThumbnailProps {
  readonly photo: Upload;
  readonly width: PhotoWidth;
}

/** Smaller photos are not enlarged, since that would only show their pixels. */
const SMALL = 160;

export const Thumbnail = ({ photo, width }: ThumbnailProps) => {
  const { focus, width: own = SMALL } = photo;
  return (
    <Picture
      className={styles.thumbnail}
      src={thumbnailAddress(photo, width)}
      alt=""
      loading="lazy"
      data-small={own < SMALL}
      style={focus && { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
    />
  );
};

/** A photo that is not stored yet; an empty box without its file. */
export const LocalThumbnail = ({ file }: { readonly file: File | undefined }) => {
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (!file) return undefined;
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={show} className={styles.thumbnail} alt="" decoding="async" />;
};

interface PhotoButtonProps extends ThumbnailProps {
  readonly onClick: () => void;
}

export const PhotoButton = ({ photo, width, onClick }: PhotoButtonProps) => (
  <button type="button" className={classNames('bare stack-2', styles.button)} onClick={onClick}>
    <Thumbnail photo={photo} width={width} />
    <span className="clamped" title={photo.filename}>
      {photo.filename}
    </span>
  </button>
);
