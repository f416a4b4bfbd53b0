import { useId, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { isUnderWay, type PhotoUpload } from '../../editing/photos/photo-uploads.ts';
import { UploadProgress } from '../../editing/photos/upload-progress.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import { altChange, altInText, removalChange, type TextChange } from './photos-in-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/form/field.module.css';
import { LocalThumbnail } from '../../layout/thumbnail.tsx';
import styles from './picture-panel.module.css';
import { replaceElsewhere } from './text-area.ts';
import { isInText, type NewPhotos } from './use-new-photos.ts';

interface AltFieldProps {
  /** The alternative text in the text. */
  readonly alt: string;
  readonly hintId: string;
  /** Called when the field is left after a change. Returns whether the text could be changed. */
  readonly onDescribe: (alt: string) => boolean;
  readonly onDescribed: () => void;
}

/**
 * Edits the alternative text of a photo in the text. Changes the text once it is complete, since
 * that takes the focus for a moment.
 */
const AltField = ({ alt, hintId, onDescribe, onDescribed }: AltFieldProps) => {
  const id = useId();
  const [typed, setTyped] = useState<string>();

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    if (typed === undefined || !onDescribe(typed)) return;
    setTyped(undefined);
    const next = relatedTarget ?? currentTarget;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      onDescribed();
    }
    // The save that this begins includes the description.
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      event.currentTarget.blur();
    }
  };
  return (
    <div className={classNames('stack-1', styles.alt)}>
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

interface PhotoRowProps extends Omit<AltFieldProps, 'alt'> {
  readonly upload: PhotoUpload;
  /** The text that contains the photo. */
  readonly text: string;
  readonly onInsert: () => void;
  readonly onRetry: () => void;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

/**
 * A photo inserted into the text: the progress of its upload, and a field for its alternative text.
 */
const PhotoRow = (props: PhotoRowProps) => {
  const { upload, text, onInsert, onRetry, onChoose, onRemove, ...altField } = props;
  const { key, file, state, name } = upload;
  const alt = altInText(text, key);
  const isSent = state === 'staged';
  const isPlaced = isInText(text, key);
  return (
    <li className={styles.row}>
      <LocalThumbnail file={file} />
      <div className={classNames('stack-1', styles.about)}>
        <UploadProgress upload={upload} isInText={isPlaced} onRetry={onRetry} onRemove={onRemove} />
        {!file && (
          <FileButton
            variant="plain"
            accept="image/*"
            aria-label={`Choose the file of ${name}`}
            onChoose={onChoose}
          >
            Choose the file
          </FileButton>
        )}
        {isSent && !isPlaced && (
          <p className="muted">
            It is not in the text.{' '}
            <Button variant="plain" aria-label={`Insert ${name}`} onClick={onInsert}>
              Insert
            </Button>
          </p>
        )}
        {alt !== undefined && (isSent || isUnderWay(upload)) && (
          <AltField alt={alt} {...altField} />
        )}
      </div>
    </li>
  );
};

interface ImagePanelProps {
  readonly photos: NewPhotos;
  readonly text: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Inserts a photo into the text again. */
  readonly onInsert: (photoId: string) => void;
  /** Called when an upload is cancelled that a save waits for. */
  readonly onCancelled: () => void;
}

/** Lists the photos inserted since the text was opened. */
export const ImagePanel = (props: ImagePanelProps) => {
  const { photos, text, area, onInsert, onCancelled } = props;
  const hintId = useId();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const isShown = ({ key, state, file, canRetry }: PhotoUpload): boolean => {
    if (dismissed.has(key)) return false;
    const isOver = state === 'cancelled' || (state === 'failed' && (canRetry || !file));
    return !isOver || isInText(text, key);
  };
  const rows = photos.uploads.filter(isShown);
  if (rows.length === 0) return null;

  /** Returns whether the text could be changed. */
  const change = (changeIn: (text: string) => TextChange | undefined): boolean => {
    if (!area.current) return false;
    const result = changeIn(area.current.value);
    return !result || replaceElsewhere(area.current, result);
  };
  const remove = ({ key, state }: PhotoUpload) => {
    if (state === 'staged' || !isInText(text, key)) {
      setDismissed(new Set([...dismissed, key]));
      return;
    }
    const isAwaited = photos.cancel(key);
    change((current) => removalChange(current, key));
    if (isAwaited) onCancelled();
  };
  return (
    <section className={styles.panel} aria-label="Pictures">
      <p id={hintId} className="hint">
        Say what a picture shows, for those who don’t see it. Leave it empty if the picture only
        decorates.
      </p>
      <ul role="list" className={classNames('stack-4', styles.rows)}>
        {rows.map((upload) => (
          <PhotoRow
            key={upload.key}
            upload={upload}
            text={text}
            hintId={hintId}
            onDescribe={(alt) => change((current) => altChange(current, upload.key, alt))}
            onDescribed={() => area.current?.focus()}
            onInsert={() => onInsert(upload.key)}
            onRetry={() => photos.retry(upload.key)}
            onChoose={(file) => photos.setFile(upload.key, file)}
            onRemove={() => remove(upload)}
          />
        ))}
      </ul>
    </section>
  );
};
