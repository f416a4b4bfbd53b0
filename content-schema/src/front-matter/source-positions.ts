import { isNode, isScalar, type Pair } from 'yaml';

/** Positions in the YAML text that a parsed document came from. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where `node` is written; throws when it is not written at all. */
export const spanOf = (node: unknown): Span => {
  const range = isNode(node) ? node.range : undefined;
  if (!range) throw new Error('The node has no source');
  const [start, end] = range;
  return { start, end };
};

/** The position after the colon of `pair`; throws when it has none. */
export const afterColon = ({ srcToken }: Pair): number => {
  const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  if (!colon) throw new Error('The key has no colon');
  return colon.offset + 1;
};

/** True where nothing is written as the value, as in `date:`. */
export const isUnwritten = (node: unknown): boolean =>
  isScalar(node) && node.value === null && node.source === '';

export const lineStart = (text: string, position: number): number =>
  text.lastIndexOf('\n', position - 1) + 1;

/** The end of the line that the character before `position` is in, with its line break. */
export const lineEnd = (text: string, position: number): number =>
  text[position - 1] === '\n' ? position : text.indexOf('\n', position) + 1 || text.length;

export const indentAt = (text: string, position: number): string =>
  text.slice(lineStart(text, position), position);
