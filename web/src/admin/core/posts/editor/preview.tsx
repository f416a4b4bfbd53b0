import { API_BASE_PATH, CARD_HEIGHT, CARD_WIDTH } from 'content-schema';
import { readingMinutes } from 'content-schema/reading-time';
import { renderedBody } from 'content-schema/rendered-body';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { dayInWords } from '../../../../site/text.ts';
import { Pill } from '../../../../ui/pill.tsx';
import postStyles from '../../../../site/post.module.css';
import { PostMeta } from '../../../../site/post-meta.tsx';
import { RenderedText } from '../../editing/compare/rendered-version.tsx';
import { formFields, type PostForm } from '../../editing/edit/post-form.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { ToggleButtons } from '../../layout/toggle-buttons.tsx';
import styles from './preview.module.css';

interface RenderedPostProps {
  readonly form: PostForm;
  readonly localImages: ReadonlyMap<string, string>;
}

interface LivePreviewProps extends RenderedPostProps {
  readonly notice: string | undefined;
}

/** The delay after typing, because rendering a long text takes longer than a keystroke may. */
const RENDER_AFTER_MS = 250;

export const LivePreview = ({ form, notice, localImages }: LivePreviewProps) => {
  const [now] = useState(() => new Date().toISOString());
  const shown = useDebounced(form, RENDER_AFTER_MS);
  const { title, tags, content } = formFields(shown);
  const createdAt = shown.publishDate || shown.createdAt || now;
  const minutes = readingMinutes(renderedBody(content));
  return (
    <div className="stack-4">
      {notice !== undefined && <p className="note">{notice}</p>}
      <article className={classNames('stack-5', styles.post)}>
        <h2 className={postStyles.title} dir="auto">
          {title || 'Untitled'}
        </h2>
        {tags.length > 0 && (
          <ul role="list" className="cluster-2" aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag}>
                <Pill>{tag}</Pill>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.facts}>
          <PostMeta post={{ createdAt, updatedAt: now, minutes }} />
        </div>
        <div className={postStyles.body}>
          <RenderedText markdown={content} localImages={localImages} />
        </div>
      </article>
    </div>
  );
};

const FENCED_CODE = /^ {0,3}(`{3}|~{3})[^]*?(?:^ {0,3}\1|(?![^]))/gm;
const HEADING = /^ {0,3}#{1,6}(?=\s|$)/gm;

const countHeadings = (text: string): number =>
  text.replace(FENCED_CODE, '').match(HEADING)?.length ?? 0;

/** Scrolls the preview to the last heading above the caret when that is another one. */
const useHeadingAtCaret = (
  area: RefObject<HTMLTextAreaElement | null>,
  preview: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    let shown = 0;
    const follow = () => {
      const [text, pane] = [area.current, preview.current];
      if (!text || !pane || document.activeElement !== text) return;
      const headings = pane.querySelectorAll('.prose :is(h1, h2, h3, h4, h5, h6)');
      const above = countHeadings(text.value.slice(0, text.selectionEnd));
      // The preview is a moment behind the text, and knows other kinds of headings.
      if (above === shown || countHeadings(text.value) !== headings.length) return;
      shown = above;
      const heading = headings[above - 1] ?? pane.firstElementChild;
      const down = (element: Element) => element.getBoundingClientRect().top;
      if (heading) pane.scrollTop += down(heading) - down(pane);
    };
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [area, preview]);
};

interface PreviewPaneProps extends LivePreviewProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

const WIDTHS = { desktop: 'Desktop', phone: 'Phone' } as const;

export const PreviewPane = ({ area, ...preview }: PreviewPaneProps) => {
  const [width, setWidth] = useState<keyof typeof WIDTHS>('desktop');
  const frame = useRef<HTMLDivElement>(null);
  useHeadingAtCaret(area, frame);
  return (
    <section className={styles.pane} aria-label="Preview">
      <ToggleButtons
        label="Width of the preview"
        options={WIDTHS}
        value={width}
        onChange={setWidth}
      />
      <div
        ref={frame}
        className={classNames('card', styles.frame)}
        data-width={width}
        role="group"
        aria-label="Post"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
      >
        <LivePreview {...preview} />
      </div>
    </section>
  );
};

/** The delay after typing, because the server draws the card. */
const DRAW_AFTER_MS = 500;

const OWN_PHOTO = /\/photos\/([\w.-]+)/;

const addressOf = ({ form, localImages }: RenderedPostProps): string => {
  const photo = OWN_PHOTO.exec(renderedBody(form.content))?.[1] ?? '';
  const query = new URLSearchParams({
    title: form.title,
    date: dayInWords(form.publishDate || form.createdAt || new Date().toISOString()),
    photo: localImages.has(photo) ? '' : photo,
  });
  return `${API_BASE_PATH}/admin/share-card?${query}`;
};

const Card = (props: RenderedPostProps) => {
  const address = useDebounced(addressOf(props), DRAW_AFTER_MS);
  return (
    <img
      className={classNames('card', styles.card)}
      src={address}
      width={CARD_WIDTH}
      height={CARD_HEIGHT}
      alt={`The card of “${props.form.title}”`}
    />
  );
};

/** Shows the card that other sites display for a link to the post. Loads it when it is opened. */
export const ShareCard = (props: RenderedPostProps) => {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classNames('summary strong', styles.cardSummary)}>Share card</summary>
      <p className={classNames('note', styles.cardHint)}>
        What chats and other sites show of a link to this post.
      </p>
      {open && <Card {...props} />}
    </details>
  );
};
