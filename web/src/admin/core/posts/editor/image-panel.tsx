import { useId, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { isUnderWay, type PhotoUpload } from '../../editing/photos/photo-uploads.ts';
import { UploadProgress } from '../../editing/photos/upload-progress.tsx';
import { altChange, altInText, removalChange } from './photos-in-text.ts';
import { classNames } from '../../../../ui/class-names.ts';
import fieldStyles from '../../../../ui/form/field.module.css';
import { LocalThumbnail } from '../../layout/thumbnail.tsx';
import styles from './image-panel.module.css';
import { replaceElsewhere } from './text-area.ts';
import { isInText, type NewPhotos } from './use-new-photos.ts';

interface AltFieldProps {
  readonly photoId: string;
  readonly alt: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly hintId: string;
}

/** Edits an alternative text. Writes it once it is complete: that takes the focus for a moment. */
const AltField = ({ photoId, alt, area, hintId }: AltFieldProps) => {
  const id = useId();
  const [typed, setTyped] = useState<string>();

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    if (typed === undefined) return;
    if (!replaceElsewhere(area.current, (text) => altChange(text, photoId, typed))) return;
    setTyped(undefined);
    const next = relatedTarget ?? currentTarget;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      area.current?.focus();
    }
    // The save that this begins includes the description.
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      event.currentTarget.blur();
    }
  };
  return (
    <div className={classNames('stack-1 small', styles.alt)}>
      <label htmlFor={id}>Alt text</label>
      <input
        className={fieldStyles.control}
        id={id}
        name="alt"
        type="text"
        dir="auto"
        autoComplete="off"
        aria-describedby={hintId}
        value={typed ?? alt}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={press}
      />
    </div>
  );
};

interface ImagePanelProps {
  readonly photos: NewPhotos;
  readonly text: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onCancelled?: (() => void) | undefined;
}

interface PhotoRowProps extends ImagePanelProps {
  readonly upload: PhotoUpload;
  readonly hintId: string;
  readonly onDismiss: () => void;
}

const PhotoRow = (props: PhotoRowProps) => {
  const { upload, photos, text, area, hintId, onCancelled, onDismiss } = props;
  const { key, file, state } = upload;
  const alt = altInText(text, key);
  const isSent = state === 'staged';
  const isPlaced = isInText(text, key);
  const remove = () => {
    if (isSent || !isPlaced) {
      onDismiss();
      return;
    }
    photos.cancel(key);
    replaceElsewhere(area.current, (current) => removalChange(current, key));
    onCancelled?.();
  };
  return (
    <li className={styles.row}>
      <LocalThumbnail file={file} />
      <div className="stack-1 small">
        <UploadProgress
          upload={upload}
          isInText={isPlaced}
          onRetry={() => photos.retry(key)}
          onRemove={remove}
        />
        {alt !== undefined && (isSent || isUnderWay(upload)) && (
          <AltField photoId={key} alt={alt} area={area} hintId={hintId} />
        )}
      </div>
    </li>
  );
};

/** Lists the photos inserted since the text was opened, and the files that can't be inserted. */
export const ImagePanel = (props: ImagePanelProps) => {
  const { photos, text } = props;
  const hintId = useId();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const isShown = ({ key, state, file, canRetry }: PhotoUpload): boolean =>
    !dismissed.has(key) &&
    (isInText(text, key) || (state === 'failed' && file !== undefined && !canRetry));
  const rows = photos.uploads.filter(isShown);
  if (rows.length === 0) return null;
  return (
    <section className={classNames('stack-3', styles.panel)} aria-label="Pictures">
      <p id={hintId} className="hint">
        Say what a picture shows, for those who don’t see it. Leave it empty if the picture only
        decorates.
      </p>
      <ul role="list" className="stack-4">
        {rows.map((upload) => (
          <PhotoRow
            key={upload.key}
            {...props}
            upload={upload}
            hintId={hintId}
            onDismiss={() => setDismissed(new Set([...dismissed, upload.key]))}
          />
        ))}
      </ul>
    </section>
  );
};
