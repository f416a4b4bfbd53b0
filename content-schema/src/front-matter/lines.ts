import type { Change, LineBreak } from './edit-yaml.ts';
import type { HeadEntry } from './head-value.ts';

/** Front matter of Pelican and MultiMarkdown: lines of `Key: value` without quotes. */

/** A key with the indented lines that it goes on in. */
const BLOCK = /^([^\s:][^:\n]*?)[ \t]*:([^\n]*\n?(?:[ \t]+[^\n]*\n?)*)/;
const LISTS = ['tags', 'keywords'];

const blocksOf = (source: string): string[] => source.split(/(?<=\n)(?![ \t]|$)/);

const keyOf = (block: string | undefined): string | undefined => BLOCK.exec(block ?? '')?.[1];

/** Never throws. */
export const readLines = (source: string): HeadEntry[] => {
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

/** Yields the lines with `changes` applied. */
export function* editLines(
  source: string,
  changes: readonly Change[],
  lineBreak: LineBreak,
): Generator<string> {
  const blocks = blocksOf(source);
  for (const { key, value } of changes) {
    const found = blocks.findIndex((block) => keyOf(block)?.toLowerCase() === key.toLowerCase());
    const index = found < 0 ? blocks.length : found;
    const text = typeof value === 'object' ? value.join(', ') : String(value);
    const line = `${keyOf(blocks[index]) ?? key}: ${text}${lineBreak}`;
    blocks.splice(index, found < 0 ? 0 : 1, ...(value === undefined ? [] : [line]));
  }
  yield blocks.join('');
}
