import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/messages.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { photoCount } from '../../data/photos.ts';
import { isUnderWay, type PhotoUpload } from '../editing/photos/photo-uploads.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './upload-form.module.css';

/** Names the failures; the offer to undo says how many photos are stored. */
const outcomeOf = (uploads: readonly PhotoUpload[]): string | undefined => {
  const stored = uploads.filter(({ state }) => state === 'stored').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  if (failed === 0) return undefined;
  return stored === 0
    ? `${photoCount(failed)} failed`
    : `Uploaded ${photoCount(stored)}, ${failed} failed`;
};

interface UploadSummaryProps {
  readonly uploads: readonly PhotoUpload[];
  readonly onCancel: () => void;
}

/** Shows the progress or the result of all uploads in one line. */
export const UploadSummary = ({ uploads, onCancel }: UploadSummaryProps) => {
  const underWay = uploads.filter(isUnderWay);
  const isOver = underWay.length === 0;
  const hasFailed = uploads.some(({ state }) => state === 'failed');
  const requested = uploads.filter(({ state }) => state !== 'cancelled');
  const done = requested.reduce(
    (sum, upload) => sum + (isUnderWay(upload) ? upload.progress : 1),
    0,
  );
  return (
    <div className={classNames('line', styles.summary)}>
      <Status
        message={isOver ? outcomeOf(uploads) : `Uploading ${photoCount(requested.length)}…`}
        tone={isOver && !hasFailed ? 'ok' : 'progress'}
      />
      {!isOver && (
        <>
          <ProgressBar label="All uploads" value={done / requested.length} />
          <Button variant="plain" onClick={onCancel}>
            Cancel all
          </Button>
        </>
      )}
    </div>
  );
};
