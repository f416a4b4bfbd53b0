import type { Upload } from 'content-schema';
import styles from './photo-table.module.css';
import { PhotoRow } from './photo-row.tsx';

interface PhotoTableProps {
  readonly photos: readonly Upload[];
  readonly onPreview: (photo: Upload) => void;
  readonly onDelete: (photo: Upload) => void;
}

/** The uploaded photos. Its roles are spelled out: on narrow screens its rows are no table rows. */
export const PhotoTable = ({ photos, onPreview, onDelete }: PhotoTableProps) => (
  <table className={styles.table} role="table" aria-label="Uploads">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader">Photo</th>
        <th role="columnheader">Name</th>
        <th role="columnheader">Date</th>
        <th role="columnheader">Size</th>
        <th role="columnheader">Actions</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      {photos.map((photo) => (
        <PhotoRow
          key={photo.id}
          photo={photo}
          onPreview={() => onPreview(photo)}
          onDelete={() => onDelete(photo)}
        />
      ))}
    </tbody>
  </table>
);
