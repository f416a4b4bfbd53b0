import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { PhotoUpload } from '../../editing/photo-uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { UploadProgress } from '../../editing/upload-progress.tsx';
import styles from './image-tray.module.css';

interface ImageUploadProps {
  readonly upload: PhotoUpload;
  /** `focused`: the focus was here, and has to go elsewhere. */
  readonly onInsert: (alt: string, focused: boolean) => void;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

const isTyping = (): boolean => document.activeElement?.matches('input, textarea') === true;

/**
 * Asks what a picture shows while it is uploaded, and puts it into the text when both are done. Who
 * types meanwhile goes on where they are.
 */
const ImageUpload = ({ upload, onInsert, onRetry, onRemove }: ImageUploadProps) => {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [alt, setAlt] = useState('');
  const [wanted, setWanted] = useState(false);
  const { state } = upload;

  useEffect(() => {
    if (!isTyping()) input.current?.focus();
  }, []);

  const insert = useEffectEvent(() =>
    onInsert(alt, whole.current?.contains(document.activeElement) === true),
  );
  useEffect(() => {
    // Once React is done: it undoes what happens to the text meanwhile, and loses the caret.
    if (wanted && state === 'stored') queueMicrotask(insert);
  }, [wanted, state]);

  const confirmByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setWanted(true);
  };

  return (
    <div ref={whole} className={styles.image}>
      <UploadProgress upload={upload} onRetry={onRetry} onRemove={onRemove} />
      {state !== 'failed' && (
        <div className={styles.alt}>
          <label htmlFor={id}>Alt text</label>
          <input
            ref={input}
            id={id}
            type="text"
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
            onKeyDown={confirmByEnter}
          />
          <Button pending={wanted} onClick={() => setWanted(true)}>
            Insert
          </Button>
          <p id={`${id}-hint`} className={styles.hint}>
            Say what the picture shows, for those who don’t see it. Leave it empty if the picture
            only decorates.
          </p>
        </div>
      )}
    </div>
  );
};

interface ImageTrayProps {
  readonly uploads: readonly PhotoUpload[];
  readonly onInsert: (upload: PhotoUpload, alt: string, focused: boolean) => void;
  readonly onRetry: (key: number) => void;
  readonly onRemove: (key: number) => void;
}

/** The pictures that were dropped on a text and are not in it yet. */
export const ImageTray = ({ uploads, onInsert, onRetry, onRemove }: ImageTrayProps) =>
  uploads.length > 0 && (
    <ul role="list" className={styles.tray} aria-label="Images to insert">
      {uploads.map((upload) => (
        <li key={upload.key}>
          <ImageUpload
            upload={upload}
            onInsert={(...inserted) => onInsert(upload, ...inserted)}
            onRetry={() => onRetry(upload.key)}
            onRemove={() => onRemove(upload.key)}
          />
        </li>
      ))}
    </ul>
  );
