interface Options {
  readonly head: string;
  readonly root: string;
  /** What follows the root. */
  readonly data: string;
}

const HEAD_END = '</head>';
const ROOT = '<div id="root"></div>';

const splitAt = (text: string, mark: string): [string, string] => {
  const position = text.indexOf(mark);
  if (position === -1) throw new Error(`The document has no ${mark}`);
  return [text.slice(0, position), text.slice(position + mark.length)];
};

/** Puts a rendered page into the document that Vite has built. */
export const fillDocument = (document: string, { head, root, data }: Options): string => {
  const [beforeHeadEnd, afterHead] = splitAt(document, HEAD_END);
  const [beforeRoot, afterRoot] = splitAt(afterHead, ROOT);
  return [beforeHeadEnd, head, HEAD_END, beforeRoot, root, data, afterRoot].join('');
};
