import { UNDATED, type PhotoUse, type Upload } from 'content-schema';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { COPY_FAILED, useCopy } from '../../../ui/use-copy.ts';
import { photoMarkdown } from '../../../data/photos.ts';
import { adminPostPath } from '../../../paths.ts';
import type { PhotoUpload } from '../editing/photos/photo-uploads.ts';
import { textFormPath } from '../editing/edit/targets.ts';
import { UploadProgress } from '../editing/photos/upload-progress.tsx';
import { type Selection, SelectBox } from '../layout/select-box.tsx';
import { formatFileSize } from '../layout/file-size.ts';
import { Table } from '../layout/table.tsx';
import { LocalThumbnail, PhotoButton, Thumbnail } from '../layout/thumbnail.tsx';
import { keyOfUse } from './photo-usage.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './photo-table.module.css';

const shortDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const inWords = (isoDate: string): string => {
  const date = new Date(isoDate);
  return Number.isNaN(date.getTime()) ? isoDate : shortDate.format(date);
};

/** The day of an upload, an ISO date, e.g. as `Jan 31, 2026`. Invalid dates are shown unchanged. */
export const UploadDate = ({ date }: { readonly date: string }) =>
  date === UNDATED ? 'No date' : <time dateTime={date}>{inWords(date)}</time>;

const UseLink = ({ use }: { readonly use: PhotoUse }) => (
  <Link to={'id' in use ? adminPostPath(use.id) : textFormPath(use)}>{use.title}</Link>
);

const PhotoFacts = ({ photo }: { readonly photo: Upload }) => {
  const { width, height, alt, usedIn = [] } = photo;
  const [only] = usedIn;
  const [isDescribed, hasSize] = [alt !== undefined && alt !== '', width && height];
  return (
    <span className="facts date">
      {hasSize && (
        <span>
          {width} × {height}
        </span>
      )}
      {photo.usedIn && !isDescribed && <span>No alt text</span>}
      {usedIn.length === 1 && only && (
        <span>
          Used in <UseLink use={only} />
        </span>
      )}
      {usedIn.length > 1 && (
        <details>
          <summary className="summary">
            Used in {usedIn.length} {usedIn.every((use) => 'id' in use) ? 'posts' : 'texts'}
          </summary>
          <ul>
            {usedIn.map((use) => (
              <li key={keyOfUse(use)}>
                <UseLink use={use} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
};

interface CopyMarkdownProps {
  readonly photo: Upload;
  readonly nameId?: string;
}

export const CopyMarkdown = ({ photo, nameId }: CopyMarkdownProps) => {
  const { state, copy } = useCopy();
  return (
    <span className={styles.copy}>
      <Button
        variant="plain"
        aria-describedby={nameId}
        onClick={() => void copy(photoMarkdown(photo.alt ?? '', photo.id))}
      >
        Copy markdown
      </Button>
      <span role="status" className={styles.tooltip}>
        {state === 'copied' && 'Copied!'}
      </span>
      {state === 'failed' && <Problem>{COPY_FAILED}</Problem>}
    </span>
  );
};

interface PhotoRowProps {
  readonly photo: Upload;
  readonly selection: Selection<Upload>;
  readonly onEdit: (photo: Upload) => void;
  readonly onPreview: (photo: Upload) => void;
  readonly onDelete: (photo: Upload) => void;
}

const PhotoRow = ({ photo, selection, onEdit, onPreview, onDelete }: PhotoRowProps) => {
  const nameId = useId();
  const { filename, size, created_at } = photo;
  return (
    <tr role="row" data-selected={selection.has(photo)}>
      <td role="cell" className={styles.picture}>
        <SelectBox name={filename} className={styles.select} item={photo} selection={selection} />
        <Thumbnail photo={photo} width={160} />
      </td>
      <td role="cell" className={styles.name}>
        <span id={nameId} className="strong">
          {filename}
        </span>
        <PhotoFacts photo={photo} />
      </td>
      <td role="cell" className="count nowrap">
        <UploadDate date={created_at} />
      </td>
      <td role="cell" className="count nowrap">
        {formatFileSize(size)}
      </td>
      <td role="cell">
        <div className={classNames('links', styles.actions)}>
          <CopyMarkdown photo={photo} nameId={nameId} />
          <Button variant="plainStrong" aria-describedby={nameId} onClick={() => onEdit(photo)}>
            Edit
          </Button>
          <Button variant="plain" aria-describedby={nameId} onClick={() => onPreview(photo)}>
            Preview
          </Button>
          <Button variant="plainDanger" aria-describedby={nameId} onClick={() => onDelete(photo)}>
            Delete
          </Button>
        </div>
      </td>
    </tr>
  );
};

interface UploadRowProps {
  readonly upload: PhotoUpload;
  readonly onRetry: (upload: PhotoUpload) => void;
  readonly onDismiss: (upload: PhotoUpload) => void;
}

/** The row of an upload, in the place that the stored photo will take. */
const UploadRow = ({ upload, onRetry, onDismiss }: UploadRowProps) => (
  <tr role="row" className={styles.upload}>
    <td role="cell" className={styles.picture}>
      <LocalThumbnail file={upload.file} />
    </td>
    <td role="cell" colSpan={4}>
      <UploadProgress
        upload={upload}
        onRetry={() => onRetry(upload)}
        onRemove={() => onDismiss(upload)}
      />
    </td>
  </tr>
);

interface PhotoTableProps extends Omit<UploadRowProps, 'upload'>, Omit<PhotoRowProps, 'photo'> {
  readonly uploads: readonly PhotoUpload[];
  readonly photos: readonly Upload[];
}

export const PhotoTable = (props: PhotoTableProps) => {
  const { uploads, onRetry, onDismiss, photos, ...row } = props;
  return (
    <Table
      label="Uploads"
      columns={['Photo', 'Name', 'Date', 'Size', 'Actions']}
      className={styles.table}
    >
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onRetry={onRetry} onDismiss={onDismiss} />
      ))}
      {photos.map((photo) => (
        <PhotoRow key={photo.id} photo={photo} {...row} />
      ))}
    </Table>
  );
};

interface PhotoGridProps extends Pick<PhotoTableProps, 'photos' | 'selection'> {
  readonly onOpen: (photo: Upload) => void;
}

export const PhotoGrid = ({ photos, selection, onOpen }: PhotoGridProps) => (
  <ul role="list" className={styles.grid} aria-label="Uploads">
    {photos.map((photo) => (
      <li key={photo.id} className={styles.cell} data-selected={selection.has(photo)}>
        <PhotoButton photo={photo} width={320} onClick={() => onOpen(photo)} />
        <SelectBox
          name={photo.filename}
          className={styles.select}
          item={photo}
          selection={selection}
        />
      </li>
    ))}
  </ul>
);
