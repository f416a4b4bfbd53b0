import { useCallback, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../../ui/class-names.ts';
import { Check, Copy } from '../../ui/icons.tsx';
import { Problem } from '../../ui/messages.tsx';
import { COPY_FAILED, useCopy } from '../../ui/use-copy.ts';
import { trustedHtml } from '../trusted-html.ts';
import styles from './post-body.module.css';

const createFallback = (image: HTMLImageElement): HTMLElement => {
  const box = document.createElement('span');
  box.className = classNames('note', styles.missingImage);
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', image.alt || 'An image that could not be loaded');
  box.textContent = image.alt || 'This image could not be loaded.';
  return box;
};

/** Calls `act` for the images in `body` on this event. Returns a function that stops it. */
const onImages = (
  body: HTMLElement,
  event: 'load' | 'error',
  act: (image: HTMLImageElement) => void,
): (() => void) => {
  const listen = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) act(target);
  };
  // These events of an image don't bubble.
  body.addEventListener(event, listen, { capture: true });
  return () => body.removeEventListener(event, listen, { capture: true });
};

/** Replaces each image that fails to load by its text. Returns a function that stops it. */
const replaceMissingImages = (body: HTMLElement): (() => void) => {
  const replace = (image: HTMLImageElement) => image.replaceWith(createFallback(image));
  for (const image of body.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0 && image.src !== '') replace(image);
  }
  return onImages(body, 'error', replace);
};

/** Resizing an image below the window moves nothing that is visible. */
const isAhead = (image: HTMLImageElement): boolean =>
  image.getBoundingClientRect().top >= innerHeight;

const sizeImage = (image: HTMLImageElement): void => {
  const isSized = image.hasAttribute('width') || image.hasAttribute('height');
  if (isSized || image.naturalWidth === 0 || !isAhead(image)) return;
  image.width = image.naturalWidth;
  image.height = image.naturalHeight;
};

/**
 * Resizes each image of unknown size once it has loaded, unless that would move visible text; such
 * an image keeps the space that the style sheet reserves. Returns a function that stops it.
 */
const sizeLoadedImages = (body: HTMLElement): (() => void) => {
  for (const image of body.querySelectorAll('img')) {
    if (image.complete) sizeImage(image);
  }
  return onImages(body, 'load', sizeImage);
};

interface CodeBlock {
  /** Contains the block and what is added beside it. */
  readonly host: HTMLElement;
  readonly code: string;
}

const wrapCodeBlocks = (body: HTMLElement): CodeBlock[] =>
  [...body.querySelectorAll('pre')].map((pre) => {
    const host = document.createElement('div');
    host.className = styles.codeBlock ?? '';
    pre.replaceWith(host);
    host.append(pre);
    return { host, code: pre.textContent.replace(/\n$/, '') };
  });

/** A button that copies a code block, in the corner of the block. */
const CopyCode = ({ code }: { readonly code: string }) => {
  const { state, copy } = useCopy();
  const isCopied = state === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={classNames('bare with-icon hint', styles.copy)}
        onClick={() => void copy(code)}
      >
        <Icon size={14} />
        {isCopied ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> code</span>
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied to clipboard'}
      </span>
      {state === 'failed' && <Problem>{COPY_FAILED}</Problem>}
    </>
  );
};

/** Shows footnotes beside the text if there is space; until its code has loaded, at the end. */
const showSideNotes = (body: HTMLElement): (() => void) | undefined => {
  const notes = body.closest('article.page')?.querySelector<HTMLElement>('.footnotes');
  if (!notes) return undefined;
  const loading = import('./side-notes.ts').then(
    ({ placeSideNotes }) => placeSideNotes(body, notes),
    () => undefined,
  );
  return () => void loading.then((end) => end?.());
};

/** The text of a post. In the browser it adds buttons to copy code, and replaces broken images. */
export const PostBody = ({ html }: { readonly html: string }) => {
  const [blocks, setBlocks] = useState<readonly CodeBlock[]>([]);
  // For a new object React would write the HTML again, and revert the changes made here.
  const content = useMemo(() => trustedHtml(html), [html]);

  const enhance = useCallback((body: HTMLDivElement | null) => {
    if (body === null) return undefined;
    setBlocks(wrapCodeBlocks(body));
    const ends = [replaceMissingImages(body), sizeLoadedImages(body), showSideNotes(body)];
    return () => {
      for (const end of ends) end?.();
    };
  }, []);

  return (
    <>
      <div
        key={html}
        ref={enhance}
        className="prose e-content"
        dir="auto"
        dangerouslySetInnerHTML={content}
      />
      {blocks.map(({ host, code }, index) => createPortal(<CopyCode code={code} />, host, index))}
    </>
  );
};
