import {
  ALT_MAX_LENGTH,
  CAPTION_MAX_LENGTH,
  CONTENT_FOLDERS,
  type FocalPoint,
  type Upload,
  type UploadPatch,
} from 'content-schema';
import { isVideo } from 'content-schema/video';
import { useState, type MouseEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextField, type ValueProps } from '../../../ui/form/field.tsx';
import { Failure, useAction } from '../layout/action.tsx';
import { Slot } from '../feature.tsx';
import { CopyMarkdown } from './photo-table.tsx';
import { Picture } from '../layout/thumbnail.tsx';
import { photoAddress, thumbnailAddress, usePhotos } from '../../../data/photos.ts';
import { classNames } from '../../../ui/class-names.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import styles from './photo-dialog.module.css';

interface PhotoDialogProps {
  readonly photo: Upload;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };
const percent = (share: number): number => Math.round(share * 100);
const share = (position: number, from: number, length: number): number =>
  Math.round(Math.min(1, Math.max(0, (position - from) / length)) * 100) / 100;

interface FocusFieldProps extends ValueProps<FocalPoint> {
  readonly photo: Upload;
}

/** Sets the point that stays in view when the photo is cropped, by a click or two sliders. */
const FocusField = ({ photo, value: focus, onChange }: FocusFieldProps) => {
  const point = (event: MouseEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({ x: share(event.clientX, left, width), y: share(event.clientY, top, height) });
  };
  return (
    <fieldset className={classNames('stack-2 small', styles.focus)}>
      <legend className="strong">What stays in view where the photo is cropped</legend>
      <button
        type="button"
        className={classNames('bare', styles.view)}
        tabIndex={-1}
        aria-label="Point at what stays in view"
        onClick={point}
      >
        <img src={thumbnailAddress(photo, 640)} alt="" />
        <svg aria-hidden="true">
          {[styles.halo, styles.point].map((look) => (
            <circle
              key={look}
              className={look}
              cx={`${percent(focus.x)}%`}
              cy={`${percent(focus.y)}%`}
              r="12"
            />
          ))}
        </svg>
      </button>
      {(['x', 'y'] as const).map((axis) => (
        <label key={axis}>
          {axis === 'x' ? 'From the left' : 'From the top'}: {percent(focus[axis])} %
          <input
            type="range"
            min={0}
            max={100}
            value={percent(focus[axis])}
            onChange={(event) => onChange({ ...focus, [axis]: Number(event.target.value) / 100 })}
          />
        </label>
      ))}
    </fieldset>
  );
};

export const PhotoDialog = ({ photo, onClose, onDelete }: PhotoDialogProps) => {
  const { change } = usePhotos(false);
  const [filename, setFilename] = useState(photo.filename);
  const [alt, setAlt] = useState(photo.alt ?? '');
  const [caption, setCaption] = useState(photo.caption ?? '');
  const [focus, setFocus] = useState(photo.focus ?? CENTRE);
  const { status, run } = useAction();
  const isSaving = status.state === 'busy';

  const before = photo.focus ?? CENTRE;
  const patch: UploadPatch = {
    ...(filename.trim() !== photo.filename && { filename: filename.trim() }),
    ...(alt.trim() !== (photo.alt ?? '') && { alt: alt.trim() }),
    ...(caption.trim() !== (photo.caption ?? '') && { caption: caption.trim() }),
    ...((focus.x !== before.x || focus.y !== before.y) && { focus }),
  };
  const isUnchanged = Object.keys(patch).length === 0;
  const save = async () => {
    const words = { done: '', failed: 'Failed to save the photo' };
    if (isUnchanged || (await run(() => change(photo.id, patch), words))) onClose();
  };
  return (
    <Dialog title={`Edit ${photo.filename}`} wide onClose={onClose}>
      <Form
        className="stack-4"
        onSubmit={() => {
          if (!isSaving) void save();
        }}
      >
        <TextField
          path="alt"
          label="Alt text"
          hint="Say what the photo shows, for those who don’t see it. It is offered wherever the photo is inserted."
          rows={2}
          maxLength={ALT_MAX_LENGTH}
          value={alt}
          onChange={setAlt}
        />
        <TextField
          path="caption"
          label="Caption"
          hint="Shown under the photo where the text gives it no title."
          maxLength={CAPTION_MAX_LENGTH}
          value={caption}
          onChange={setCaption}
        />
        <TextField path="filename" label="File name" value={filename} onChange={setFilename} />
        {isVideo(photo) ? (
          <Picture className={styles.clip} src={photoAddress(photo)} alt={photo.filename} />
        ) : (
          <FocusField photo={photo} value={focus} onChange={setFocus} />
        )}
        {status.state === 'error' && <Failure {...status} />}
        <div className={classNames('cluster-3', dialogStyles.actions)}>
          <Button variant="primary" type="submit" pending={isSaving}>
            Save changes
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <CopyMarkdown photo={photo} />
          <Button variant="plainDanger" onClick={onDelete}>
            Delete
          </Button>
          <Slot name="fileHistory" path={`${CONTENT_FOLDERS.photos}/${photo.id}`} />
        </div>
      </Form>
    </Dialog>
  );
};
