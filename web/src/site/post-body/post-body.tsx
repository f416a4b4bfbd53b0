import { useCallback, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { CopyCode, unwrapCodeBlocks, wrapCodeBlocks, type CodeBlock } from './code-blocks.tsx';
import { trustedHtml } from '../trusted-html.ts';
import { replaceMissingImages, settleImages } from './images.ts';

interface PostBodyProps {
  readonly html: string;
}

/** Shows footnotes beside the text where a page has room; without its code they stay at the end. */
const showSideNotes = (body: HTMLElement): (() => void) | undefined => {
  const notes = body.closest('article.page')?.querySelector<HTMLElement>('.footnotes');
  if (!notes) return undefined;
  const loading = import('./side-notes.ts').then(
    ({ placeSideNotes }) => placeSideNotes(body, notes),
    () => undefined,
  );
  return () => void loading.then((end) => end?.());
};

/** The text of a post. In the browser its code can be copied, and no image is just broken. */
export const PostBody = ({ html }: PostBodyProps) => {
  const [blocks, setBlocks] = useState<readonly CodeBlock[]>([]);
  // React would write the same HTML again, and undo what is done here, for any other object.
  const content = useMemo(() => trustedHtml(html), [html]);

  const enhance = useCallback((body: HTMLDivElement | null) => {
    if (body === null) return undefined;
    const found = wrapCodeBlocks(body);
    const ends = [replaceMissingImages(body), settleImages(body), showSideNotes(body)];
    setBlocks(found);
    return () => {
      for (const end of ends) end?.();
      unwrapCodeBlocks(found);
    };
  }, []);

  return (
    <>
      <div
        key={html}
        ref={enhance}
        className="prose"
        dir="auto"
        dangerouslySetInnerHTML={content}
      />
      {blocks.map(({ host, code }, index) => createPortal(<CopyCode code={code} />, host, index))}
    </>
  );
};
