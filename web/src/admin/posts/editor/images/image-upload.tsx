import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { UploadProgress } from '../../../editing/photo-uploads/upload-progress.tsx';
import type { PhotoUpload } from '../../../editing/photo-uploads/use-photo-uploads.ts';
import styles from './image-tray.module.css';

interface ImageUploadProps {
  readonly upload: PhotoUpload;
  readonly onInsert: (alt: string) => void;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

/** Asks what a picture shows while it is uploaded, and puts it into the text when both are done. */
export const ImageUpload = ({ upload, onInsert, onRetry, onRemove }: ImageUploadProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [alt, setAlt] = useState('');
  const [wanted, setWanted] = useState(false);
  const { state } = upload;

  useEffect(() => input.current?.focus(), []);

  const insert = useEffectEvent(() => onInsert(alt));
  useEffect(() => {
    if (wanted && state === 'stored') insert();
  }, [wanted, state]);

  const confirmByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setWanted(true);
  };

  return (
    <div className={styles.image}>
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
