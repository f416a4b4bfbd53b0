/**
 * How a post's content lies in its file. Below front matter, one blank line may precede it and one
 * line break may follow it; neither is part of the content, so that any text can be stored exactly.
 */

export type LineBreak = '\n' | '\r\n';

/** The first line break of `text`; `\n` when it has none. */
export const lineBreakOf = (text: string): LineBreak =>
  /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';

/** The same text, but for the style of its line breaks. */
export const isSameText = (one: string, other: string): boolean =>
  one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');

/** A whole file without front matter: its blank lines at the start are content. */
export const contentOfPlain = (text: string): string => text.replace(/\r?\n$/, '');

/** What follows the closing line of front matter. */
export const contentOfBody = (body: string): string => contentOfPlain(body.replace(/^\r?\n/, ''));

const hasBareLineFeed = (text: string): boolean => /(?<!\r)\n/.test(text);

/** In the line breaks of `stored` where those agree: a browser's text area sends bare `\n`. */
const inStyleOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  const isCrlf = stored.includes('\n') ? !hasBareLineFeed(stored) : lineBreak === '\r\n';
  return isCrlf && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content;
};

const ending = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (stored !== '' && !stored.endsWith('\n') && !content.endsWith('\n')) return '';
  // A lone `\r` and the line break after it would be read as one.
  return content.endsWith('\r') ? '\r\n' : lineBreak;
};

/** `content` as the text of a file without front matter that held `stored`. */
export const plainOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (isSameText(contentOfPlain(stored), content)) return stored;
  const text = inStyleOf(stored, content, lineBreak);
  return text === '' ? '' : text + ending(stored, text, lineBreak);
};

/** `content` as the body below front matter that had the body `stored`, in the style of that. */
export const bodyOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (isSameText(contentOfBody(stored), content)) return stored;
  const text = inStyleOf(stored, content, lineBreak);
  if (text === '') return '';
  const needsBlankLine = stored === '' || /^\r?\n/.test(stored) || /^\r?\n/.test(text);
  return (needsBlankLine ? lineBreak : '') + text + ending(stored, text, lineBreak);
};
