import {
  insertInline,
  lineEndOf,
  lineStartOf,
  linesOf,
  type Replacement,
  type Selected,
} from './markdown-edits.ts';
import type { TextChange } from './photos-in-text.ts';

/** What Enter and Tab do in lists and quotes. Each edit is one replacement, for one undo. */

interface Line {
  readonly quote: string;
  readonly indent: string;
  /** The list marker with the spaces after it; empty if the line is not an item. */
  readonly bullet: string;
  readonly box: string;
  readonly rest: string;
}

const QUOTE = String.raw`(?: {0,3}> ?)*`;
const BULLET = String.raw`(?:[-*+]|\d{1,9}[.)])[ \t]+`;
const LINE = new RegExp(
  `^(${QUOTE})([ \\t]*)(${BULLET})?((?<=[ \\t])\\[[ xX]\\][ \\t]+)?(.*)$`,
  's',
);

const readLine = (line: string): Line => {
  const [, quote = '', indent = '', bullet = '', box = '', rest = ''] = LINE.exec(line) ?? [];
  return bullet === ''
    ? { quote, indent, bullet, box: '', rest: box + rest }
    : { quote, indent, bullet, box, rest };
};

const writeLine = ({ quote, indent, bullet, box, rest }: Line): string =>
  quote + indent + bullet + box + rest;

const NUMBER = /^\d+/;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Whether the position is in a code block, where Markdown has no effect. */
export const isInCode = (text: string, position: number): boolean => {
  let open: string | undefined;
  for (const line of text.slice(0, position).split('\n').slice(0, -1)) {
    const fence = FENCE.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === undefined) open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = undefined;
  }
  return open !== undefined;
};

const numberAfter = (above: readonly Line[], { quote, indent }: Line): number => {
  const before = above.findLast(
    (line) => line.quote !== quote || line.indent.length <= indent.length,
  );
  const isSibling = before?.quote === quote && before.indent.length === indent.length;
  return isSibling ? Number(NUMBER.exec(before.bullet)?.[0] ?? 0) + 1 : 1;
};

const renumbered = (line: Line, above: readonly Line[]): Line => ({
  ...line,
  bullet: line.bullet.replace(NUMBER, () => String(numberAfter(above, line))),
});

export const isInList = ({ text, start }: Selected): boolean =>
  readLine(text.slice(lineStartOf(text, start), lineEndOf(text, start))).bullet !== '' &&
  !isInCode(text, start);

/** The indentation between an item and its actual or possible outer item. */
const stepOf = (line: Line, above: readonly Line[], by: 'in' | 'out'): number => {
  const isOuter = ({ bullet, indent }: Line) =>
    bullet !== '' &&
    (by === 'in' ? indent.length <= line.indent.length : indent.length < line.indent.length);
  const outer = above.findLast(isOuter);
  if (by === 'out') return line.indent.length - (outer?.indent.length ?? 0);
  return outer ? outer.indent.length + outer.bullet.length - line.indent.length : 0;
};

/** The preceding lines of the list at `from`, without empty ones. */
const linesAbove = (text: string, from: number): readonly Line[] => {
  const lines = text.slice(0, from).split('\n').slice(0, -1).map(readLine);
  const filled = lines.filter((line) => writeLine(line).trim() !== '');
  return filled.slice(filled.findLastIndex((line) => line.bullet === '' && line.indent === '') + 1);
};

const shifted = (line: Line, step: number): Line => {
  if (writeLine(line).trim() === '') return line;
  const width = Math.max(0, line.indent.length + step);
  return { ...line, indent: ' '.repeat(width) };
};

/** Shortens a change to the characters that differ, since undoing selects what it restores. */
const smallest = (before: string, { start, end, text }: TextChange): TextChange => {
  const replaced = before.slice(start, end);
  const most = Math.min(replaced.length, text.length);
  let head = 0;
  while (head < most && replaced[head] === text[head]) head += 1;
  let tail = 0;
  while (tail < most - head && replaced.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
};

/** Indents or outdents the selected items, for Tab and Shift+Tab. Undefined if they can't move. */
export const indentItems = (selected: Selected, by: 'in' | 'out'): Replacement | undefined => {
  const { text, start, end } = selected;
  const { start: from, end: to } = linesOf(selected);
  const above = linesAbove(text, from);
  const lines = text.slice(from, to).split('\n').map(readLine);
  const [first] = lines;
  const step = first ? stepOf(first, above, by) : 0;
  if (step <= 0) return undefined;
  const moved: Line[] = [];
  for (const line of lines) {
    moved.push(renumbered(shifted(line, by === 'in' ? step : -step), [...above, ...moved]));
  }
  const written = moved.map(writeLine).join('\n');
  const caret = from + written.length - (to - end);
  const select =
    start === end ? ([caret, caret] as const) : ([from, from + written.length] as const);
  return { ...smallest(text, { start: from, end: to, text: written }), select };
};

const isBelowText = (text: string, lineStart: number): boolean =>
  lineStart > 0 && /[^\s>]/.test(text.slice(lineStartOf(text, lineStart - 1), lineStart));

/** Continues a list or quote, or ends it on an empty line; undefined if Enter only breaks it. */
export const continueLine = (selected: Selected): Replacement | undefined => {
  const { text, start, end } = selected;
  if (start !== end || isInCode(text, start)) return undefined;
  const lineStart = lineStartOf(text, start);
  const { quote, indent, bullet, box, rest } = readLine(text.slice(lineStart, start));
  if (quote === '' && bullet === '') return undefined;
  const after = text.slice(start, lineEndOf(text, start));
  if (rest.trim() === '' && after.trim() === '') {
    const outer = bullet === '' ? quote.replace(/> ?$/, '') : quote;
    // Without an empty line, the next line would still belong to the list or quote.
    const gap = isBelowText(text, lineStart) ? `${outer.trimEnd()}\n` : '';
    const ended = insertInline(gap + outer)({ text, start: lineStart, end: start });
    return indentItems(selected, 'out') ?? ended;
  }
  const next = bullet.replace(NUMBER, (number) => String(Number(number) + 1));
  return insertInline(`\n${quote}${indent}${next}${box.replace(/[xX]/, ' ')}`)(selected);
};
