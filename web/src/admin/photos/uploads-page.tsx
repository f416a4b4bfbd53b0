import type { Upload } from 'content-schema';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { photoAddress, usePhotos } from '../../data/photos.ts';
import { messageOf } from '../../data/request.ts';
import { ContentPending, AdminPage } from '../layout/admin-page.tsx';
import { ActionNote, useAction } from '../layout/action.tsx';
import { ConfirmDialog } from '../layout/confirm-dialog.tsx';
import { PhotoTable } from './photo-table.tsx';
import { PhotoUsage } from './photo-usage.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadSummary } from './upload-summary.tsx';
import styles from './upload-form.module.css';
import { isUnderWay, usePhotoUploads } from '../editing/photo-uploads.ts';

const FAILED = 'Request failed';

/** `/admin/uploads` */
const UploadsPage = () => {
  const { photos, error, reload, remove, hasMore } = usePhotos();
  const { uploads, add, retry, cancel, remove: dismiss } = usePhotoUploads();
  const { status, run } = useAction();
  const [shown, setShown] = useState<Upload>();
  const [pendingDeletion, setPendingDeletion] = useState<Upload>();

  // A row gives way to that of the stored photo.
  const shownUploads = uploads.filter(
    ({ state, photo }) =>
      state !== 'cancelled' && !(photo && photos?.some(({ id }) => id === photo.id)),
  );
  const upload = (files: readonly File[]) => {
    // The summary counts what was added since all was over.
    if (!uploads.some(isUnderWay)) {
      for (const { key, state } of uploads) if (state !== 'failed') dismiss(key);
    }
    add(files.map((file) => ({ file })));
  };
  const cancelAll = () => {
    for (const { key } of uploads.filter(isUnderWay)) cancel(key);
  };

  const confirmDelete = () => {
    setPendingDeletion(undefined);
    if (!pendingDeletion) return;
    const { id, filename } = pendingDeletion;
    void run(() => remove([id]), { done: `${filename} deleted`, failed: FAILED });
  };

  return (
    <AdminPage title="Photos" back={{ to: '/admin', text: 'Back to dashboard' }}>
      <UploadForm onFiles={upload} />
      <UploadSummary uploads={uploads} onCancel={cancelAll} />
      {photos === undefined && (
        <ContentPending
          error={error === undefined ? undefined : messageOf(error, FAILED)}
          retry={reload}
        />
      )}
      {photos?.length === 0 && shownUploads.length === 0 && (
        <p className={styles.empty}>No photos have been uploaded yet.</p>
      )}
      {photos !== undefined && photos.length + shownUploads.length > 0 && (
        <PhotoTable
          uploads={shownUploads}
          onRetry={({ key }) => retry(key)}
          onDismiss={({ key }) => dismiss(key)}
          photos={photos}
          isSized={hasMore()}
          onPreview={setShown}
          onDelete={setPendingDeletion}
        />
      )}
      <Dialog
        open={shown !== undefined}
        title={shown?.filename ?? ''}
        wide
        onClose={() => setShown(undefined)}
        actions={<Button onClick={() => setShown(undefined)}>Close</Button>}
      >
        {shown && <img className={styles.preview} src={photoAddress(shown)} alt={shown.filename} />}
      </Dialog>
      <ConfirmDialog
        open={pendingDeletion !== undefined}
        title={`Delete ${pendingDeletion?.filename ?? ''}`}
        confirm="Delete photo"
        dangerous
        onConfirm={confirmDelete}
        onCancel={() => setPendingDeletion(undefined)}
      >
        <p>Delete this photo from the site?</p>
        {pendingDeletion && <PhotoUsage photo={pendingDeletion} />}
      </ConfirmDialog>
      <ActionNote status={status} />
    </AdminPage>
  );
};

export default UploadsPage;
