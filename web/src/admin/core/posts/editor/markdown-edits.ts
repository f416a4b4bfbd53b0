import type { TextChange } from './photos-in-text.ts';

/** The edits of the toolbar and its shortcuts. Each is one replacement, for one undo. */

/** A text and its selection, which is empty for a caret. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Replacement extends TextChange {
  readonly select: readonly [start: number, end: number];
}

export type MarkdownEdit = (selected: Selected) => Replacement;

const ADDRESS = /^https?:\/\/\S+$/;
const NEW_ADDRESS = 'https://';

/** Trims the selection, because marks must not enclose white space at their ends. */
const trimmed = ({ text, start, end }: Selected): Selected => {
  const chosen = text.slice(start, end);
  if (chosen.trim() === '') return { text, start, end };
  return {
    text,
    start: start + chosen.length - chosen.trimStart().length,
    end: end - (chosen.length - chosen.trimEnd().length),
  };
};

const toggleMark =
  (mark: string): MarkdownEdit =>
  (selected) => {
    const { text, start, end } = trimmed(selected);
    const { length } = mark;
    const chosen = text.slice(start, end);
    if (text.slice(start - length, start) === mark && text.slice(end, end + length) === mark) {
      const select = [start - length, end - length] as const;
      return { start: start - length, end: end + length, text: chosen, select };
    }
    if (chosen.length > 2 * length && chosen.startsWith(mark) && chosen.endsWith(mark)) {
      const inner = chosen.slice(length, -length);
      return { start, end, text: inner, select: [start, start + inner.length] };
    }
    const select = [start + length, end + length] as const;
    return { start, end, text: `${mark}${chosen}${mark}`, select };
  };

export const lineStartOf = (text: string, position: number): number =>
  text.lastIndexOf('\n', position - 1) + 1;

export const lineEndOf = (text: string, position: number): number => {
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end;
};

export const linesOf = ({ text, start, end }: Selected): { start: number; end: number } => {
  // A selection that ends at the start of a line doesn't include that line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  return { start: lineStartOf(text, start), end: lineEndOf(text, last) };
};

/** Puts `prefix` before each selected line, replacing what matches `others`; or removes it. */
const togglePrefix =
  (prefix: string, others: RegExp): MarkdownEdit =>
  (selected) => {
    const { start, end } = linesOf(selected);
    const lines = selected.text.slice(start, end).split('\n');
    const isOne = lines.length === 1;
    const filled = lines.filter((line) => line.trim() !== '');
    const isOn = filled.length > 0 && filled.every((line) => line.startsWith(prefix));
    const toggled = lines.map((line) => {
      if (isOn) return line.startsWith(prefix) ? line.slice(prefix.length) : line;
      return line.trim() === '' && !isOne ? line : prefix + line.replace(others, '');
    });
    const text = toggled.join('\n');
    const caret = start + text.length;
    return { start, end, text, select: isOne ? [caret, caret] : [start, caret] };
  };

const FENCE = '```';

/** Inline code for a part of a line, a code block for several lines. */
const toggleCode: MarkdownEdit = (selected) => {
  const { text, start, end } = selected;
  const chosen = text.slice(start, end);
  if (!chosen.includes('\n')) return toggleMark('`')(selected);
  const lines = linesOf(selected);
  const inner = text.slice(lines.start, lines.end);
  const from = lines.start + FENCE.length + 1;
  return { ...lines, text: `${FENCE}\n${inner}\n${FENCE}`, select: [from, from + inner.length] };
};

/** Turns the selection into a link, as its text or as its address. */
const insertLink: MarkdownEdit = (selected) => {
  const { text, start, end } = trimmed(selected);
  const chosen = text.slice(start, end);
  if (ADDRESS.test(chosen)) {
    return { start, end, text: `[](${chosen})`, select: [start + 1, start + 1] };
  }
  const address = start + chosen.length + '[]('.length;
  return {
    start,
    end,
    text: `[${chosen}](${NEW_ADDRESS})`,
    select: chosen === '' ? [start + 1, start + 1] : [address, address + NEW_ADDRESS.length],
  };
};

/** Turns the selection into a link; undefined unless an address is pasted over a text. */
export const linkOver = (selected: Selected, address: string): Replacement | undefined => {
  const { text, start, end } = trimmed(selected);
  const chosen = text.slice(start, end);
  const isText = chosen.trim() !== '' && !chosen.includes('\n') && !/^https?:\/\//.test(chosen);
  if (!isText || !ADDRESS.test(address)) return undefined;
  const link = `[${chosen}](${address})`;
  return { start, end, text: link, select: [start + link.length, start + link.length] };
};

export const insertInline =
  (inserted: string): MarkdownEdit =>
  ({ start, end }) => {
    const caret = start + inserted.length;
    return { start, end, text: inserted, select: [caret, caret] };
  };

/** Inserts a block with empty lines around it. Selects its range `placeholder`, or what follows. */
export const insertBlock =
  (block: string, placeholder?: readonly [start: number, end: number]): MarkdownEdit =>
  ({ text, start, end }) => {
    const before = text.slice(0, start);
    const after = text.slice(end);
    const gapBefore =
      before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    const gapAfter = after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n';
    const inserted = `${gapBefore}${block}${gapAfter}`;
    const caret = start + inserted.length;
    const from = start + gapBefore.length;
    const select = placeholder
      ? ([from + placeholder[0], from + placeholder[1]] as const)
      : ([caret, caret] as const);
    return { start, end, text: inserted, select };
  };

export const insertCodeBlock = insertBlock(`${FENCE}\n\n${FENCE}`, [4, 4]);

const insertTable: MarkdownEdit = ({ text, end }) =>
  insertBlock('| Column | Column |\n| --- | --- |\n|  |  |', [2, 8])({ text, start: end, end });

const HEADING = /^#{1,6} +/;
const LIST = /^(?:[-*+]|\d+[.)]) +/;

export const EDITS = {
  bold: toggleMark('**'),
  italic: toggleMark('_'),
  link: insertLink,
  heading: togglePrefix('## ', HEADING),
  list: togglePrefix('- ', LIST),
  quote: togglePrefix('> ', /^> ?/),
  code: toggleCode,
  table: insertTable,
} as const satisfies Readonly<Record<string, MarkdownEdit>>;

export type EditName = keyof typeof EDITS;

export type Picked = 'photo' | 'post';

export const insertPostLink =
  (title: string, path: string): MarkdownEdit =>
  (selected) => {
    const { text, start, end } = trimmed(selected);
    const name = text.slice(start, end) || title.replace(/[[\]\\]/g, '\\$&');
    return insertInline(`[${name}](${path})`)({ text, start, end });
  };

/** The same edit, replacing this many characters before the caret. */
export const replacingTyped =
  (letters: number, edit: MarkdownEdit): MarkdownEdit =>
  ({ text, start }) => {
    const from = start - letters;
    const without = text.slice(0, from) + text.slice(start);
    const { end, ...rest } = edit({ text: without, start: from, end: from });
    return { ...rest, end: end + letters };
  };
