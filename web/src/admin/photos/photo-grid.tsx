import type { Upload } from 'content-schema';
import { SelectBox } from '../layout/select-box.tsx';
import { PhotoButton } from '../layout/thumbnail.tsx';
import type { Selection } from '../layout/use-selection.ts';
import styles from './photo-grid.module.css';
import tableStyles from './photo-table.module.css';

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
        <PhotoButton photo={photo} width={320} onClick={() => onOpen(photo)} />
        <SelectBox
          name={photo.filename}
          className={tableStyles.select}
          item={photo}
          selection={selection}
        />
      </li>
    ))}
  </ul>
);
