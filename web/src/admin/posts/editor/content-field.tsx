import { postFields, type Upload } from 'content-schema';
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useDeferredValue,
} from 'react';
import { flushSync } from 'react-dom';
import {
  Bold,
  Code,
  Heading2,
  ImagePlus,
  Italic,
  Link,
  List,
  TextQuote,
  type LucideIcon,
} from 'lucide-react';
import { countWords, readingMinutes } from 'content-schema/reading-time';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/form/field.tsx';
import { useField } from '../../../ui/form/form.tsx';
import fieldStyles from '../../../ui/form/field.module.css';
import { photoMarkdown } from '../../../data/photos.ts';
import {
  hasFiles,
  pastedFiles,
  type PhotoUpload,
  type PhotoUploads,
} from '../../editing/photo-uploads.ts';
import { ImageTray } from './image-tray.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import styles from './content-field.module.css';
import {
  EDITS,
  insertBlock,
  movedPlace,
  type EditName,
  type Replacement,
  type Selected,
} from './markdown-edits.ts';

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Typed text can be undone; only this command of browsers makes a change count as typed. */
const type = (text: string): boolean =>
  text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);

/** Changes the text as if it had been typed, so that undo takes it back. */
const replaceText = (area: HTMLTextAreaElement, replacement: Replacement): void => {
  const { start, end, text, select } = replacement;
  area.focus();
  area.setSelectionRange(start, end);
  if ((text !== '' || start !== end) && !type(text)) {
    area.setRangeText(text, start, end, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
};

/** Changes the text while something else is edited: the selection and what is in view stay. */
const replaceAside = (area: HTMLTextAreaElement, { start, end, text }: Replacement): void => {
  const { selectionStart, selectionEnd, scrollTop } = area;
  const isTyped = document.activeElement === area;
  const moved = (place: number) => (place <= start ? place : place + text.length - (end - start));
  if (isTyped) area.setSelectionRange(start, end);
  if (!isTyped || !type(text)) {
    area.setRangeText(text, start, end, 'preserve');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  area.scrollTop = scrollTop;
};

/** How long a text is. */
const TextFigures = ({ text }: { readonly text: string }) => {
  // Typing goes on while a long text is counted.
  const counted = useDeferredValue(text);
  const words = countWords(counted);
  return (
    <p className={styles.figures}>
      {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'} · {readingMinutes(counted)}{' '}
      min read
    </p>
  );
};

interface Tool {
  readonly name: EditName;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The letter that does the same with Ctrl or Cmd. */
  readonly key?: string;
}

const TOOLS: readonly Tool[] = [
  { name: 'bold', label: 'Bold', icon: Bold, key: 'b' },
  { name: 'italic', label: 'Italic', icon: Italic, key: 'i' },
  { name: 'link', label: 'Link', icon: Link, key: 'k' },
  { name: 'heading', label: 'Heading', icon: Heading2 },
  { name: 'list', label: 'List', icon: List },
  { name: 'quote', label: 'Quote', icon: TextQuote },
  { name: 'code', label: 'Code', icon: Code },
];

/** The edit that the keys mean; undefined for all others. */
const editOfKeys = (event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): EditName | undefined => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
  return TOOLS.find(({ key }) => key === event.key.toLowerCase())?.name;
};

interface ToolbarProps {
  /** The id of the text that it changes. */
  readonly controls: string;
  readonly onEdit: (name: EditName) => void;
  readonly onInsertImage: () => void;
}

/** What can be done to the selection of a text. */
const Toolbar = ({ controls, onEdit, onInsertImage }: ToolbarProps) => (
  <div className={styles.toolbar} role="group" aria-label="Formatting">
    {TOOLS.map(({ name, label, icon: Icon, key }) => (
      <button
        key={name}
        type="button"
        className={styles.tool}
        aria-label={label}
        aria-controls={controls}
        aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
        title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
        onClick={() => onEdit(name)}
      >
        <Icon size={18} aria-hidden="true" />
      </button>
    ))}
    <button type="button" className={styles.insert} onClick={onInsertImage}>
      <ImagePlus size={18} aria-hidden="true" />
      Insert image
    </button>
  </div>
);

/** For each picture that is not in the text yet, the place in the text that it was added at. */
const usePlaces = (value: string) => {
  const places = useRef(new Map<number, number>());
  const known = useRef(value);
  const follow = (text: string) => {
    for (const [key, place] of places.current) {
      places.current.set(key, movedPlace(place, known.current, text));
    }
    known.current = text;
  };
  useEffect(() => follow(value), [value]);
  return {
    remember: (keys: readonly number[], { value: text, selectionEnd }: HTMLTextAreaElement) => {
      follow(text);
      for (const key of keys) places.current.set(key, selectionEnd);
    },
    /** Forgets the picture. */
    take: (key: number, { value: text }: HTMLTextAreaElement): number => {
      follow(text);
      const place = places.current.get(key) ?? text.length;
      places.current.delete(key);
      return place;
    },
  };
};

interface ContentFieldProps {
  /** The pictures that are to be put into the text. */
  readonly pictures: PhotoUploads;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The Markdown of a post, with its tools; pictures can be dropped and pasted into it. */
export const ContentField = ({ pictures, value, onChange }: ContentFieldProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const { id } = useField('content');
  const { uploads, retry, remove } = pictures;
  const places = usePlaces(value);
  const [picking, setPicking] = useState(false);

  const edit = (name: EditName) => {
    if (area.current) replaceText(area.current, EDITS[name](selectionOf(area.current)));
  };
  const insert = (...block: Parameters<typeof insertBlock>) => {
    if (area.current) replaceText(area.current, insertBlock(...block)(selectionOf(area.current)));
  };
  const add = (files: readonly File[]) => {
    if (area.current) places.remember(pictures.add(files), area.current);
  };
  const insertUpload = ({ key, photo }: PhotoUpload, alt: string, focused: boolean) => {
    if (!photo || !area.current) return;
    const place = places.take(key, area.current);
    remove(key);
    const picture = insertBlock(photoMarkdown(alt, photo.id));
    const replacement = picture({ text: area.current.value, start: place, end: place });
    if (focused) replaceText(area.current, replacement);
    else replaceAside(area.current, replacement);
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
