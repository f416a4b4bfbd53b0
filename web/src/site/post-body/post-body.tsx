import { useCallback, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../../ui/class-names.ts';
import { Check, Copy } from '../../ui/icons.tsx';
import { Problem } from '../../ui/messages.tsx';
import { COPY_FAILED, useCopy } from '../../ui/use-copy.ts';
import { trustedHtml } from '../trusted-html.ts';
import { replaceMissingImages, sizeLoadedImages } from './images.ts';
import styles from './post-body.module.css';

interface CodeBlock {
  /** Contains the block and what is added beside it. */
  readonly host: HTMLElement;
  readonly code: string;
}

/** Wraps each code block in `body` in an element of its own. */
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
  // Keeps the same object: for a new one React would write the HTML again and revert the changes
  // made here.
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
