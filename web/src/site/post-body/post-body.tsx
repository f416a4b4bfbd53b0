import { useCallback, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { CopyCode, wrapCodeBlocks, type CodeBlock } from './code-blocks.tsx';
import { trustedHtml } from '../trusted-html.ts';
import { replaceMissingImages, sizeLoadedImages } from './images.ts';

/**
 * Shows footnotes beside the text if there is space. Until the code has loaded, they are at the
 * end.
 */
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
