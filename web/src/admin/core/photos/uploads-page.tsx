import { UPLOADS_LIST_LIMIT, type Upload, counted } from 'content-schema';
import { useState, type ComponentProps } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ValueProps } from '../../../ui/form/field.tsx';
import { Problem, Status } from '../../../ui/messages.tsx';
import { COPY_FAILED, useCopy } from '../../../ui/use-copy.ts';
import { classNames } from '../../../ui/class-names.ts';
import { photoAddress, photoMarkdown, usePhotos } from '../../../data/photos.ts';
import { messageOf } from '../../../data/request.ts';
import { ContentPending, AdminPage } from '../layout/admin-page.tsx';
import { ActionNote, useAction } from '../layout/action.tsx';
import { useSelection, SelectionBar } from '../layout/select-box.tsx';
import { useAsk } from '../layout/question.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import { findPhotos, type PhotoOrder } from '../layout/photo-order.ts';
import { SearchField, SelectField } from '../layout/list-fields.tsx';
import fields from '../layout/list-fields.module.css';
import { ToggleButtons } from '../layout/toggle-buttons.tsx';
import { Picture } from '../layout/thumbnail.tsx';
import { PhotoGrid, PhotoTable } from './photo-table.tsx';
import { PhotoUsage } from './photo-usage.tsx';
import { UploadForm, UploadSummary } from './upload-form.tsx';
import styles from './uploads-page.module.css';
import { isUnderWay, usePhotoUploads } from '../editing/photos/photo-uploads.ts';

interface PhotoListing {
  readonly words: string;
  readonly order: PhotoOrder;
  readonly view: 'table' | 'grid';
}

const ORDERS: Readonly<Record<PhotoOrder, string>> = {
  newest: 'Newest',
  name: 'Name',
  size: 'Size',
};

const VIEWS = { table: 'Table', grid: 'Grid' } as const;

const PhotoTools = ({ value: listing, onChange }: ValueProps<PhotoListing>) => (
  <search className={classNames(fields.fields, fields.row)}>
    <SearchField value={listing.words} onChange={(words) => onChange({ ...listing, words })} />
    <SelectField
      label="Sort by"
      value={listing.order}
      options={Object.entries(ORDERS)}
      onChange={(order) => onChange({ ...listing, order })}
    />
    <div className={styles.views}>
      <ToggleButtons
        label="View"
        options={VIEWS}
        value={listing.view}
        onChange={(view) => onChange({ ...listing, view })}
      />
    </div>
  </search>
);

interface SelectedPhotosProps extends Pick<
  ComponentProps<typeof SelectionBar>,
  'total' | 'all' | 'onSelectAll'
> {
  readonly selected: readonly Upload[];
  readonly onDelete: () => void;
}

const SelectedPhotos = ({ selected, onDelete, ...bar }: SelectedPhotosProps) => {
  const { state, copy } = useCopy();
  const markdown = selected.map(({ id, alt = '' }) => photoMarkdown(alt, id)).join('\n');
  return (
    <SelectionBar {...bar} label="Select all" count={selected.length} actions="Selected photos">
      <Button variant="plainStrong" onClick={() => void copy(markdown)}>
        Copy markdown of selected
      </Button>
      <Status message={state === 'copied' ? 'Copied!' : undefined} tone="ok" />
      {state === 'failed' && <Problem>{COPY_FAILED}</Problem>}
      <Button variant="plainDanger" onClick={onDelete}>
        Delete selected
      </Button>
    </SelectionBar>
  );
};

const FAILED = 'Request failed';

const ALL: PhotoListing = { words: '', order: 'newest', view: 'table' };

/** The server lists no more than its limit. */
const listedCount = (count: number): string =>
  count < UPLOADS_LIST_LIMIT ? counted(count, 'photo') : `The newest ${count} photos`;

/** `/admin/uploads`, with an optional search in `?q=` */
const UploadsPage = () => {
  const { photos, error, reload, remove } = usePhotos();
  const { uploads, add, retry, cancel, remove: dismiss } = usePhotoUploads();
  const { status, run } = useAction();
  const asked = useSearchParams()[0].get('q') ?? '';
  const [listing, setListing] = useState<PhotoListing>({ ...ALL, words: asked });
  const [lastAsked, setLastAsked] = useState(asked);
  if (asked !== lastAsked) {
    setLastAsked(asked);
    setListing({ ...listing, words: asked });
  }
  const [shown, setShown] = useState<Upload>();
  const [editedId, setEditedId] = useState<string>();
  const ask = useAsk();
  const result = findPhotos(photos ?? [], listing.words, listing.order);
  const selection = useSelection(result);
  const { selected } = selection;

  // The list has the stored ones.
  const shownUploads = uploads.filter(({ state }) => state !== 'cancelled' && state !== 'stored');
  const upload = (files: readonly File[], original: boolean) => {
    // Dismisses finished uploads, so that the summary counts only the new ones.
    if (!uploads.some(isUnderWay)) {
      for (const { key, state } of uploads) if (state !== 'failed') dismiss(key);
    }
    add(files.map((file) => ({ file, original })));
  };
  const cancelAll = () => {
    for (const { key } of uploads.filter(isUnderWay)) cancel(key);
  };

  const askToDelete = (chosen: readonly Upload[]) => {
    const isOne = chosen.length === 1;
    const name = isOne ? (chosen[0]?.filename ?? '') : counted(chosen.length, 'photo');
    const ids = chosen.map(({ id }) => id);
    ask({
      title: `Delete ${name}`,
      text: (
        <>
          <p>Delete {isOne ? 'this photo' : 'these photos'} from the site?</p>
          <PhotoUsage photos={chosen} />
        </>
      ),
      action: isOne ? 'Delete photo' : 'Delete photos',
      dangerous: true,
      onConfirm: () => void run(() => remove(ids), { done: `${name} deleted`, failed: FAILED }),
    });
  };

  const hasPhotos = photos !== undefined && photos.length > 0;
  const listed = { photos: result, selection };
  const edit = ({ id }: Upload) => setEditedId(id);
  const edited = photos?.find(({ id }) => id === editedId);
  return (
    <AdminPage title="Photos">
      <UploadForm onFiles={upload} />
      <UploadSummary uploads={uploads} onCancel={cancelAll} />
      {photos === undefined && (
        <ContentPending
          error={error === undefined ? undefined : messageOf(error, FAILED)}
          retry={reload}
        />
      )}
      {photos?.length === 0 && shownUploads.length === 0 && (
        <p className="empty">No photos have been uploaded yet.</p>
      )}
      {hasPhotos && <PhotoTools value={listing} onChange={setListing} />}
      <div>
        {hasPhotos && (
          <SelectedPhotos
            total={
              result.length === photos.length
                ? listedCount(photos.length)
                : `${result.length} of ${counted(photos.length, 'photo')}`
            }
            selected={selected}
            all={result.length > 0 && selected.length === result.length}
            onSelectAll={(on) => selection.set(result, on)}
            onDelete={() => askToDelete(selected)}
          />
        )}
        {photos !== undefined &&
          listing.view === 'table' &&
          result.length + shownUploads.length > 0 && (
            <PhotoTable
              {...listed}
              uploads={shownUploads}
              onRetry={({ key }) => retry(key)}
              onDismiss={({ key }) => dismiss(key)}
              onEdit={edit}
              onPreview={setShown}
              onDelete={(photo) => askToDelete([photo])}
            />
          )}
        {listing.view === 'grid' && <PhotoGrid {...listed} onOpen={edit} />}
      </div>
      {edited && (
        <PhotoDialog
          key={edited.id}
          photo={edited}
          onClose={() => setEditedId(undefined)}
          onDelete={() => {
            setEditedId(undefined);
            askToDelete([edited]);
          }}
        />
      )}
      {shown && (
        <Dialog
          title={shown.filename}
          wide
          onClose={() => setShown(undefined)}
          actions={<Button onClick={() => setShown(undefined)}>Close</Button>}
        >
          <Picture
            className={styles.preview}
            src={photoAddress(shown)}
            alt={shown.alt || shown.filename}
          />
        </Dialog>
      )}
      <ActionNote status={status} />
    </AdminPage>
  );
};

export default UploadsPage;
