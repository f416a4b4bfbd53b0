import type { Upload } from 'content-schema';
import { Thumbnail } from '../layout/thumbnail.tsx';
import type { Selection } from '../layout/use-selection.ts';
import styles from './photo-grid.module.css';
import { SelectBox } from './photo-table.tsx';

interface PhotoGridProps {
  readonly photos: readonly Upload[];
  readonly selection: Selection<Upload>;
  readonly onOpen: (photo: Upload) => void;
}

/** Shows the photos as a grid of thumbnails. */
export const PhotoGrid = ({ photos, selection, onOpen }: PhotoGridProps) => (
  <ul role="list" className={styles.grid} aria-label="Uploads">
    {photos.map((photo) => (
      <li key={photo.id} className={styles.cell} data-selected={selection.has(photo)}>
        <button type="button" className={styles.photo} onClick={() => onOpen(photo)}>
          <Thumbnail photo={photo} width={320} />
          <span title={photo.filename}>{photo.filename}</span>
        </button>
        <SelectBox
          filename={photo.filename}
          selected={selection.has(photo)}
          onSelect={(on) => selection.set([photo], on)}
        />
      </li>
    ))}
  </ul>
);
