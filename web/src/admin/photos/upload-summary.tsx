import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/messages.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { photoCount } from '../../data/photos.ts';
import { isUnderWay, type PhotoUpload } from '../editing/photo-uploads.ts';
import styles from './upload-form.module.css';

const outcomeOf = (uploads: readonly PhotoUpload[], offersUndo: boolean): string | undefined => {
  const stored = uploads.filter(({ state }) => state === 'stored').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  if (failed === 0 && (stored === 0 || offersUndo)) return undefined;
  const failure = failed > 0 && `${stored > 0 ? failed : photoCount(failed)} failed`;
  return [stored > 0 && `Uploaded ${photoCount(stored)}`, failure].filter(Boolean).join(', ');
};

interface UploadSummaryProps {
  readonly uploads: readonly PhotoUpload[];
  /** Whether the offer to undo the uploads says that they are stored. */
  readonly offersUndo: boolean;
  readonly onCancel: () => void;
}

/** Shows the progress or the result of all uploads in one line. */
export const UploadSummary = ({ uploads, offersUndo, onCancel }: UploadSummaryProps) => {
  const underWay = uploads.filter(isUnderWay);
  const isOver = underWay.length === 0;
  const hasFailed = uploads.some(({ state }) => state === 'failed');
  const wanted = uploads.filter(({ state }) => state !== 'cancelled');
  const done = wanted.reduce((sum, it) => sum + (isUnderWay(it) ? it.progress : 1), 0);
  return (
    <div className={styles.summary}>
      <Status
        message={
          isOver ? outcomeOf(uploads, offersUndo) : `Uploading ${photoCount(wanted.length)}…`
        }
        tone={isOver && !hasFailed ? 'ok' : 'progress'}
      />
      {!isOver && (
        <>
          <ProgressBar label="All uploads" value={done / wanted.length} />
          <Button look="plain" onClick={onCancel}>
            Cancel all
          </Button>
        </>
      )}
    </div>
  );
};
