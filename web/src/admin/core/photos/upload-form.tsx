import { PHOTO_MAX_SIDE, VIDEO_MAX_BYTES, uploadMessages, counted } from 'content-schema';
import { ImageUp } from 'lucide-react';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { Status } from '../../../ui/messages.tsx';
import { isUnderWay, type PhotoUpload } from '../editing/photos/photo-uploads.ts';
import { pastedFiles, useFileDrop } from '../editing/photos/file-drop.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useWindowEvent } from '../../../ui/use-window-event.ts';
import styles from './upload-form.module.css';

interface UploadFormProps {
  /** `original`: store the files' pixels unchanged. */
  readonly onFiles: (files: readonly File[], original: boolean) => void;
}

const HINT = `They are stored without location and camera data, at most ${PHOTO_MAX_SIDE.toLocaleString('en-US')} pixels long. A video may have ${VIDEO_MAX_BYTES / 1024 / 1024} MB.`;

export const UploadForm = ({ onFiles }: UploadFormProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [original, setOriginal] = useState(false);

  const take = (files: readonly File[]) => {
    setProblem(files.length === 0 ? uploadMessages.required : undefined);
    if (files.length > 0) onFiles(files, original);
    else input.current?.focus();
  };

  useWindowEvent('paste', ({ clipboardData }) => {
    const files = clipboardData ? pastedFiles(clipboardData) : [];
    if (files.length > 0) take(files);
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    take([...(input.current?.files ?? [])]);
    if (input.current) input.current.value = '';
  };
  return (
    <form
      className={classNames('spread', styles.form)}
      noValidate
      onSubmit={submit}
      {...useFileDrop(take)}
    >
      <div className={classNames('stack-1 small', styles.field)}>
        <label htmlFor={id} className="strong">
          Choose, drop or paste photos
        </label>
        <p id={`${id}-hint`} className="hint">
          {HINT}
        </p>
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="file"
          accept="image/*,video/*"
          multiple
          aria-describedby={`${id}-hint${problem === undefined ? '' : ` ${id}-error`}`}
          aria-invalid={problem === undefined ? undefined : true}
          onChange={() => setProblem(undefined)}
        />
        {problem !== undefined && (
          <p id={`${id}-error`} className="error" role="alert">
            {problem}
          </p>
        )}
        <Checkbox
          label="Keep the originals, in full size"
          checked={original}
          onChange={setOriginal}
        />
      </div>
      <Button variant="primary" type="submit">
        <ImageUp size={18} aria-hidden="true" />
        Upload
      </Button>
    </form>
  );
};

/** Names the failures; the offer to undo says how many photos are stored. */
const outcomeOf = (uploads: readonly PhotoUpload[]): string | undefined => {
  const stored = uploads.filter(({ state }) => state === 'stored').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  if (failed === 0) return undefined;
  return stored === 0
    ? `${counted(failed, 'photo')} failed`
    : `Uploaded ${counted(stored, 'photo')}, ${failed} failed`;
};

interface UploadSummaryProps {
  readonly uploads: readonly PhotoUpload[];
  readonly onCancel: () => void;
}

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
        message={isOver ? outcomeOf(uploads) : `Uploading ${counted(requested.length, 'photo')}…`}
        tone={isOver && !hasFailed ? 'ok' : 'progress'}
      />
      {!isOver && (
        <>
          <progress aria-label="All uploads" value={done / requested.length} />
          <Button variant="plain" onClick={onCancel}>
            Cancel all
          </Button>
        </>
      )}
    </div>
  );
};
