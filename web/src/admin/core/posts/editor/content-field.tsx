import { postFields, type PostHeading, type Upload } from 'content-schema';
import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
  type ClipboardEvent,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { countWords, minutesFor } from 'content-schema/reading-time';
import { renderedBody } from 'content-schema/rendered-body';
import { classNames } from '../../../../ui/class-names.ts';
import { Field, TextAreaControl, type ValueProps } from '../../../../ui/form/field.tsx';
import { useField } from '../../../../ui/form/form.tsx';
import { photoMarkdown } from '../../../../data/photos.ts';
import { postPath } from '../../../../paths.ts';
import { pastedFiles, useFileDrop } from '../../editing/photos/file-drop.ts';
import { PhotoPicker, PostPicker } from '../../editing/fields/pickers.tsx';
import { ImagePanel } from './image-panel.tsx';
import styles from './content-field.module.css';
import {
  EDITS,
  insertBlock,
  insertPostLink,
  type EditName,
  type MarkdownEdit,
  type Picked,
} from './markdown-edits.ts';
import { SlashMenu } from './slash-menu.tsx';
import { replaceText, selectionOf, useAutoGrow } from './text-area.ts';
import { pasteFormatted } from './paste.ts';
import { Toolbar, useTextKeys } from './toolbar.tsx';
import type { NewPhotos } from './use-new-photos.ts';

const TextFigures = memo(({ text }: { readonly text: string }) => {
  const words = countWords(renderedBody(text));
  return (
    <p className={classNames('date', styles.figures)}>
      {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'} · {minutesFor(words)} min
      read
    </p>
  );
});

const change = ({ current }: RefObject<HTMLTextAreaElement | null>, edit: MarkdownEdit) => {
  if (current) replaceText(current, edit(selectionOf(current)));
};

const CONTENT = {
  path: 'content',
  label: postFields.fields.content.label,
  hint: 'Markdown. Type / for headings, tables, pictures and more; drop or paste pictures.',
};

interface ContentFieldProps extends ValueProps<string> {
  /** A short text of another form; absent for the content of a post. */
  readonly short?: typeof CONTENT;
  readonly photos: NewPhotos;
  readonly onCancelled?: (() => void) | undefined;
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

export const ContentField = (props: ContentFieldProps) => {
  const { short, photos, value, onChange, onCancelled, area } = props;
  const { id } = useField((short ?? CONTENT).path);
  const [picking, setPicking] = useState<Picked>();
  // Deferred, so that reading a long text doesn't slow down typing.
  const searched = useDeferredValue(value);
  const restorePhotos = useEffectEvent(() => void photos.restore(searched));
  useEffect(() => restorePhotos(), [searched]);
  useAutoGrow(area, value);

  const run = (edit: MarkdownEdit) => change(area, edit);
  const edit = useCallback((name: EditName) => change(area, EDITS[name]), [area]);
  const insert = (...block: Parameters<typeof insertBlock>) => run(insertBlock(...block));
  const add = (files: readonly File[]) => {
    const images = photos.add(files);
    if (images.length > 0) insert(images.join('\n'));
  };

  const stopPicking = () => setPicking(undefined);
  // Close first: an element behind a modal dialog can't be focused or changed.
  const closePicker = () => flushSync(stopPicking);
  const insertPicked = ({ alt = '', id: photoId }: Upload) => {
    closePicker();
    // Without an alternative text, puts the caret where it belongs.
    insert(photoMarkdown(alt, photoId), alt === '' ? ['!['.length, '!['.length] : undefined);
  };
  const uploadPicked = (files: readonly File[]) => {
    closePicker();
    add(files);
  };

  const linkPost = ({ title, id: postId }: PostHeading) => {
    closePicker();
    run(insertPostLink(title, postPath(postId)));
  };

  const press = useTextKeys(edit);
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) pasteFormatted(event);
    else event.preventDefault();
    add(files);
  };
  const fileDrop = useFileDrop((files) => {
    // Keeps the selected text, while pasting would replace it.
    const end = area.current?.selectionEnd ?? 0;
    area.current?.setSelectionRange(end, end);
    add(files);
  });

  return (
    <div>
      <Field {...(short ?? CONTENT)}>
        {(control) => (
          // The toolbar sticks to the top of the window while the text is in view.
          <div>
            <Toolbar
              controls={id}
              isShort={short !== undefined}
              onEdit={edit}
              onPick={setPicking}
            />
            <SlashMenu run={run} onPick={setPicking}>
              <TextAreaControl
                {...control}
                area={area}
                className={classNames(styles.text, short ? undefined : styles.long)}
                dir="auto"
                spellCheck
                rows={short ? 6 : 18}
                value={value}
                onChange={(event) => onChange(event.target.value)}
                onKeyDown={press}
                onPaste={paste}
                {...fileDrop}
              />
            </SlashMenu>
          </div>
        )}
      </Field>
      {!short && <TextFigures text={searched} />}
      <ImagePanel photos={photos} text={value} area={area} onCancelled={onCancelled} />
      <PhotoPicker
        open={picking === 'photo'}
        onPick={insertPicked}
        onUpload={uploadPicked}
        onClose={stopPicking}
      />
      <PostPicker open={picking === 'post'} onPick={linkPost} onClose={stopPicking} />
    </div>
  );
};
