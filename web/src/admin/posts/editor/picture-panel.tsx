import { useId, useState, type KeyboardEvent } from 'react';
import { isUnderWay, type PhotoUpload } from '../../editing/photo-uploads.ts';
import { UploadProgress } from '../../editing/upload-progress.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { altInText, placeholderName } from './picture-text.ts';
import styles from './picture-panel.module.css';
import type { Pictures } from './use-pictures.ts';
import { useThumbnail } from '../../editing/use-thumbnail.ts';

interface PictureRowProps {
  readonly upload: PhotoUpload;
  /** The text that contains the picture. */
  readonly text: string;
  readonly hintId: string;
  readonly onDescribe: (alt: string) => void;
  readonly onDescribed: () => void;
  readonly onInsert: () => void;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

/**
 * A picture inserted into the text: the progress of its upload, and a field for its alternative
 * text.
 */
const PictureRow = (props: PictureRowProps) => {
  const { upload, text, hintId, onDescribe, onDescribed, onInsert, onRetry, onRemove } = props;
  const { state, photo, placeholder } = upload;
  const id = useId();
  const thumbnail = useThumbnail(upload.file);
  const inText = photo && altInText(text, photo.id);
  const isPlaced =
    inText !== undefined || (placeholder !== undefined && text.includes(placeholder));

  const confirmByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onDescribed();
  };
  return (
    <li className={styles.row}>
      {thumbnail === undefined ? (
        <span className={styles.picture} />
      ) : (
        <img className={styles.picture} src={thumbnail} alt="" />
      )}
      <div className={styles.about}>
        <UploadProgress upload={upload} onRetry={onRetry} onRemove={onRemove} />
        {state === 'stored' && !isPlaced && (
          <p className={styles.note}>
            It is not in the text.{' '}
            <Button look="plain" aria-label={`Insert ${upload.name}`} onClick={onInsert}>
              Insert
            </Button>
          </p>
        )}
        {(state === 'stored' || isUnderWay(upload)) && (
          <div className={styles.alt}>
            <label htmlFor={id}>Alt text</label>
            <input
              id={id}
              name="alt"
              type="text"
              dir="auto"
              autoComplete="off"
              aria-describedby={hintId}
              value={upload.alt ?? inText ?? ''}
              onChange={(event) => onDescribe(event.target.value)}
              onKeyDown={confirmByEnter}
            />
          </div>
        )}
      </div>
    </li>
  );
};

interface MissingRowProps {
  readonly placeholder: string;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

/** A picture whose file was lost when its page closed before the upload ended. */
const MissingRow = ({ placeholder, onChoose, onRemove }: MissingRowProps) => {
  const name = placeholderName(placeholder);
  return (
    <li className={styles.missing}>
      <Problem>{name} was not uploaded.</Problem>
      <FileButton
        look="plain"
        accept="image/*"
        aria-label={`Choose the file of ${name}`}
        onChoose={onChoose}
      >
        Choose the file
      </FileButton>
      <Button look="plain" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
};

interface PicturePanelProps {
  readonly pictures: Pictures;
  readonly text: string;
  /** Called when an alternative text is complete. */
  readonly onDescribed: () => void;
  /** Inserts a stored picture into the text. */
  readonly onInsert: (upload: PhotoUpload) => void;
  /** Removes a placeholder from the text. */
  readonly onRemove: (placeholder: string) => void;
}

const isShown = ({ state, placeholder }: PhotoUpload, text: string): boolean => {
  if (state === 'cancelled') return placeholder !== undefined && text.includes(placeholder);
  return state !== 'failed' || placeholder === undefined || text.includes(placeholder);
};

/** Lists the pictures inserted since the text was opened. Never takes the focus. */
export const PicturePanel = (props: PicturePanelProps) => {
  const { pictures, text, onDescribed, onInsert, onRemove } = props;
  const hintId = useId();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const rows = pictures.uploads.filter((it) => isShown(it, text) && !dismissed.has(it.key));
  const missing = pictures.lostIn(text);
  if (rows.length === 0 && missing.length === 0) return null;

  const remove = ({ key, placeholder, state }: PhotoUpload) => {
    if (state === 'stored' || placeholder === undefined) {
      setDismissed(new Set([...dismissed, key]));
      return;
    }
    pictures.cancel(key);
    onRemove(placeholder);
  };
  return (
    <section className={styles.panel} aria-label="Pictures">
      <p id={hintId} className={styles.hint}>
        Say what a picture shows, for those who don’t see it. Leave it empty if the picture only
        decorates.
      </p>
      <ul role="list" className={styles.rows}>
        {rows.map((upload) => (
          <PictureRow
            key={upload.key}
            upload={upload}
            text={text}
            hintId={hintId}
            onDescribe={(alt) => pictures.describe(upload.key, alt)}
            onDescribed={onDescribed}
            onInsert={() => onInsert(upload)}
            onRetry={() => pictures.retry(upload.key)}
            onRemove={() => remove(upload)}
          />
        ))}
        {missing.map((placeholder) => (
          <MissingRow
            key={placeholder}
            placeholder={placeholder}
            onChoose={(file) => pictures.fill(placeholder, file)}
            onRemove={() => onRemove(placeholder)}
          />
        ))}
      </ul>
    </section>
  );
};
