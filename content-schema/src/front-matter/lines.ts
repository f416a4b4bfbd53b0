import { lineBreakOf } from '../text/text-edit.ts';
import type { Change, Format } from './edit-document.ts';
import type { HeadEntry } from './head-value.ts';

/** Front matter of Pelican and MultiMarkdown: lines of `Key: value` without quotes. */

/** A key with the indented lines that it goes on in. */
const BLOCK = /^([^\s:][^:\n]*?)[ \t]*:([^\n]*\n?(?:[ \t]+[^\n]*\n?)*)/;
const LISTS = ['tags', 'keywords', 'aliases'];

const blocksOf = (source: string): string[] => source.split(/(?<=\n)(?![ \t]|$)/);

const keyOf = (block: string | undefined): string | undefined => BLOCK.exec(block ?? '')?.[1];

const readLines = (source: string): HeadEntry[] => {
  let offset = 0;
  return blocksOf(source).flatMap((block): HeadEntry[] => {
    const [, key, rest = ''] = BLOCK.exec(block) ?? [];
    const start = offset;
    offset += block.length;
    if (key === undefined) return [];
    const text = rest.replace(/\s+/g, ' ').trim();
    const value = LISTS.includes(key.toLowerCase()) ? text.split(',') : text;
    return [{ key, value: text === '' ? null : value, offset: start }];
  });
};

const editLine = (source: string, { key, value }: Change): string => {
  const blocks = blocksOf(source);
  const position = blocks.findIndex((block) => keyOf(block)?.toLowerCase() === key.toLowerCase());
  const index = position < 0 ? blocks.length : position;
  const text = typeof value === 'object' ? value.join(', ') : String(value);
  const line = `${keyOf(blocks[index]) ?? key}: ${text}${lineBreakOf(source)}`;
  return blocks
    .toSpliced(index, position < 0 ? 0 : 1, ...(value === undefined ? [] : [line]))
    .join('');
};

export const LINES_FORMAT: Format = {
  read: readLines,
  edits: [(source, changes) => changes.reduce(editLine, source)],
};
