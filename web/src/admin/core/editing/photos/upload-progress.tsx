import { Button } from '../../../../ui/button.tsx';
import { Problem } from '../../../../ui/messages.tsx';
import { timeOfChange } from '../changes/change-names.ts';
import { isUnderWay, type PhotoUpload } from './photo-uploads.ts';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './upload-progress.module.css';

interface UploadProgressProps {
  readonly upload: PhotoUpload;
  /** Whether the photo is in a text, from which a failed one has to be removed. */
  readonly isInText?: boolean;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

export const UploadProgress = (props: UploadProgressProps) => {
  const { upload, isInText = false, onRetry, onRemove } = props;
  const { name, state, progress, problem, resumesAt } = upload;
  const isSent = state === 'staged' || state === 'stored';
  const ended = isInText && !isSent ? 'Remove' : 'Dismiss';
  const removal = isUnderWay(upload) ? 'Cancel' : ended;
  const progressText = progress < 1 ? `${Math.round(progress * 100)} %` : 'Saving…';
  const sendingText =
    resumesAt === undefined ? progressText : `Goes on at ${timeOfChange(resumesAt)}`;
  return (
    <div className={classNames('apart', styles.upload)}>
      <p className="small">
        {name}
        <span className={classNames('date', styles.state)}>
          {state === 'waiting' && 'Waiting'}
          {state === 'sending' && sendingText}
          {isSent && 'Uploaded'}
          {state === 'cancelled' && 'Cancelled'}
        </span>
      </p>
      {state === 'sending' && <progress aria-label={`Upload of ${name}`} value={progress} />}
      {state === 'failed' && <Problem>{problem}</Problem>}
      <div className={styles.actions}>
        {(state === 'failed' || state === 'cancelled') && upload.canRetry && (
          <Button variant="plain" aria-label={`Retry ${name}`} onClick={onRetry}>
            Retry
          </Button>
        )}
        <Button variant="plain" aria-label={`${removal} ${name}`} onClick={onRemove}>
          {removal}
        </Button>
      </div>
    </div>
  );
};
