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
import { PhotoButton } from '../../layout/thumbnail.tsx';
import fieldStyles from '../../../ui/form/field.module.css';
import styles from './photo-picker.module.css';

interface PhotoPickerProps {
  readonly open: boolean;
  readonly onPick: (photo: Upload) => void;
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
            variant="primary"
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
        <div className="stack-3 start">
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
        <p className="muted">
          There are no photos yet. Upload some here, or drop or paste one into the text.
        </p>
      )}
      {photos !== undefined && photos.length > 0 && (
        <search className={styles.search}>
          <label htmlFor={id}>Search</label>
          <input
            id={id}
            className={fieldStyles.control}
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
            <PhotoButton photo={photo} width={320} onClick={() => onPick(photo)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
