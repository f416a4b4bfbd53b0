import { type Upload, uploadMessages } from 'content-schema';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/messages.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { photoAddress, photoMarkdown } from '../../data/photos.ts';
import { formatFileSize } from '../layout/file-size.ts';
import styles from './photo-table.module.css';
import { UploadDate } from './upload-date.tsx';

interface PhotoRowProps {
  readonly photo: Upload;
  readonly onPreview: () => void;
  readonly onDelete: () => void;
}

/** A photo of the table, with what can be done to it. */
const PhotoRow = ({ photo, onPreview, onDelete }: PhotoRowProps) => {
  const nameId = useId();
  const { id, filename, size, created_at } = photo;
  const { state, copy } = useCopy();
  return (
    <tr role="row">
      <td role="cell" className={styles.picture}>
        <img src={photoAddress(photo)} alt="" loading="lazy" />
      </td>
      <td role="cell" id={nameId} className={styles.name}>
        {filename}
      </td>
      <td role="cell" className={styles.fact}>
        <UploadDate date={created_at} />
      </td>
      <td role="cell" className={styles.fact}>
        {formatFileSize(size)}
      </td>
      <td role="cell">
        <div className={styles.actions}>
          <span className={styles.copy}>
            <Button
              look="plain"
              aria-describedby={nameId}
              onClick={() => void copy(photoMarkdown(filename, id))}
            >
              Copy markdown
            </Button>
            <span role="status" className={styles.tooltip}>
              {state === 'copied' && 'Copied!'}
            </span>
          </span>
          <Button look="plain" aria-describedby={nameId} onClick={onPreview}>
            Preview
          </Button>
          <Button look="plain" aria-describedby={nameId} onClick={onDelete}>
            Delete
          </Button>
        </div>
        {state === 'failed' && <Problem>{uploadMessages.clipboard}</Problem>}
      </td>
    </tr>
  );
};

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
