import type { Upload } from 'content-schema';
import { ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import { Problem, Status } from '../../../ui/messages.tsx';
import { usePhotos } from '../../../data/photos.ts';
import { messageOf } from '../../../data/request.ts';
import { findPhotos } from '../../layout/photo-order.ts';
import { Thumbnail } from '../../layout/thumbnail.tsx';
import styles from './photo-picker.module.css';

interface PhotoPickerProps {
  readonly open: boolean;
  readonly onPick: (photo: Upload) => void;
  /** Called with files to upload. */
  readonly onUpload: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

/** A dialog to choose an uploaded photo, or a local file to upload. */
export const PhotoPicker = ({ open, onPick, onUpload, onClose }: PhotoPickerProps) => {
  const id = useId();
  const { photos, error, reload } = usePhotos(open);
  const [words, setWords] = useState('');
  return (
    <Dialog
      open={open}
      title="Insert image"
      wide
      onClose={onClose}
      actions={
        <>
          <FileButton
            look="primary"
            accept="image/*"
            multiple
            onChoose={(...files) => onUpload(files)}
          >
            <ImageUp size={18} aria-hidden="true" />
            Upload images
          </FileButton>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {error !== undefined && (
        <div className={styles.failed}>
          <Problem>{messageOf(error, 'The photos could not be loaded')}</Problem>
          <Button onClick={reload}>Try again</Button>
        </div>
      )}
      <Status
        message={
          open && photos === undefined && error === undefined ? 'Loading photos…' : undefined
        }
      />
      {photos?.length === 0 && (
        <p className={styles.empty}>
          There are no photos yet. Upload some here, or drop or paste one into the text.
        </p>
      )}
      {photos !== undefined && photos.length > 0 && (
        <search className={styles.search}>
          <label htmlFor={id}>Search</label>
          <input
            id={id}
            type="search"
            autoComplete="off"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </search>
      )}
      <ul role="list" className={styles.photos}>
        {findPhotos(photos ?? [], words).map((photo) => (
          <li key={photo.id}>
            <button type="button" className={styles.photo} onClick={() => onPick(photo)}>
              <Thumbnail photo={photo} width={320} />
              <span title={photo.filename}>{photo.filename}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
