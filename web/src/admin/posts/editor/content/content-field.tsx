import { postFields, type Upload } from 'content-schema';
import { useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../../../../ui/class-names.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { useField } from '../../../../ui/form/form.tsx';
import fieldStyles from '../../../../ui/form/field.module.css';
import { photoMarkdown } from '../../../../data/photos.ts';
import { hasFiles, pastedFiles } from '../../../editing/photo-uploads/dropped-images.ts';
import {
  usePhotoUploads,
  type PhotoUpload,
} from '../../../editing/photo-uploads/use-photo-uploads.ts';
import { ImageTray } from '../images/image-tray.tsx';
import { PhotoPicker } from '../images/photo-picker.tsx';
import styles from './content-field.module.css';
import { EDITS, insertBlock, type EditName } from './markdown-edits.ts';
import { replaceText, selectionOf } from './replace-text.ts';
import { TextFigures } from './text-figures.tsx';
import { Toolbar, editOfKeys } from './toolbar.tsx';

interface ContentFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The Markdown of a post, with its tools; pictures can be dropped and pasted into it. */
export const ContentField = ({ value, onChange }: ContentFieldProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const { id } = useField('content');
  const { uploads, add, retry, remove } = usePhotoUploads();
  const [picking, setPicking] = useState(false);

  const edit = (name: EditName) => {
    if (area.current) replaceText(area.current, EDITS[name](selectionOf(area.current)));
  };
  const insert = (...block: Parameters<typeof insertBlock>) => {
    if (area.current) replaceText(area.current, insertBlock(...block)(selectionOf(area.current)));
  };
  const insertUpload = ({ key, photo }: PhotoUpload, alt: string) => {
    remove(key);
    if (photo) insert(photoMarkdown(alt, photo.id));
  };

  // What a dialog covers takes no focus, and nothing typed, before it is closed.
  const closePicker = () => flushSync(() => setPicking(false));
  const insertPicked = ({ filename, id: photoId }: Upload) => {
    closePicker();
    const picture = photoMarkdown(filename, photoId);
    // A file's name says little: it waits for what the picture shows.
    insert(picture, ['!['.length, picture.lastIndexOf(']')]);
  };
  const uploadPicked = (file: File) => {
    closePicker();
    add([file]);
  };

  const press = (event: KeyboardEvent) => {
    const name = editOfKeys(event);
    if (name === undefined) return;
    event.preventDefault();
    edit(name);
  };
  const paste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const allowDrop = (event: DragEvent) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  };

  return (
    <div>
      <Field
        path="content"
        label={postFields.fields.content.label}
        hint="Markdown. Drop or paste pictures right into the text."
      >
        {(control) => (
          <>
            <Toolbar controls={id} onEdit={edit} onInsertImage={() => setPicking(true)} />
            <textarea
              {...control}
              ref={area}
              className={classNames(fieldStyles.control, styles.text)}
              dir="auto"
              spellCheck
              rows={18}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={press}
              onPaste={paste}
              onDragOver={allowDrop}
              onDrop={drop}
            />
          </>
        )}
      </Field>
      <TextFigures text={value} />
      <ImageTray uploads={uploads} onInsert={insertUpload} onRetry={retry} onRemove={remove} />
      <PhotoPicker
        open={picking}
        onPick={insertPicked}
        onUpload={uploadPicked}
        onClose={() => setPicking(false)}
      />
    </div>
  );
};
