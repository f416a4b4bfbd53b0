import type { Upload } from 'content-schema';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialog.tsx';
import { Problem } from '../../../../components/problem.tsx';
import { Status } from '../../../../components/status.tsx';
import { photoAddress, usePhotos } from '../../../../data/photos.ts';
import { messageOf } from '../../../../data/request.ts';
import styles from './photo-picker.module.css';

interface PhotoPickerProps {
  readonly open: boolean;
  readonly onPick: (photo: Upload) => void;
  readonly onClose: () => void;
}

/** Chooses one of the uploaded photos. */
export const PhotoPicker = ({ open, onPick, onClose }: PhotoPickerProps) => {
  const { photos, error, reload } = usePhotos(open);
  return (
    <Dialog
      open={open}
      title="Insert image"
      wide
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
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
          There are no photos yet. Drop or paste one into the text to upload it.
        </p>
      )}
      <ul role="list" className={styles.photos}>
        {photos?.map((photo) => (
          <li key={photo.id}>
            <button type="button" className={styles.photo} onClick={() => onPick(photo)}>
              <img src={photoAddress(photo)} alt="" loading="lazy" />
              <span>{photo.filename}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
