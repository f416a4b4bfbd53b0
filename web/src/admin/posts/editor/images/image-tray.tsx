import type { PhotoUpload } from '../../../editing/photo-uploads/use-photo-uploads.ts';
import { ImageUpload } from './image-upload.tsx';
import styles from './image-tray.module.css';

interface ImageTrayProps {
  readonly uploads: readonly PhotoUpload[];
  readonly onInsert: (upload: PhotoUpload, alt: string) => void;
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
            onInsert={(alt) => onInsert(upload, alt)}
            onRetry={() => onRetry(upload.key)}
            onRemove={() => onRemove(upload.key)}
          />
        </li>
      ))}
    </ul>
  );
