import type { Node } from 'jsonc-parser';
import type { JsonValue } from './json-value.ts';
import { endOf } from './syntax-tree.ts';

/** A JSON text and how it is laid out. */
export interface JsonSource {
  readonly text: string;
  /** What one level is indented by. */
  readonly unit: string;
  readonly lineBreak: string;
}

export const sourceOf = (text: string): JsonSource => ({
  text,
  unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  lineBreak: text.includes('\r\n') ? '\r\n' : '\n',
});

/** The text from the end of one node to the start of the next. */
export const between = ({ text }: JsonSource, one: Node, next: Node): string =>
  text.slice(endOf(one), next.offset);

/** The white space between an opening bracket and what follows it. */
export const afterBracket = ({ text }: JsonSource, container: Node, first: Node): string =>
  text.slice(container.offset + 1, first.offset);

const indentAt = ({ text }: JsonSource, position: number): string => {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
};

const isOnOneLine = ({ text }: JsonSource, node: Node): boolean =>
  !text.slice(node.offset, endOf(node)).includes('\n');

/** `value` as text within `container`, laid out like what is on the line of `position`. */
export const formatValue = (
  source: JsonSource,
  value: JsonValue,
  container: Node | undefined,
  position: number,
): string => {
  if (container && isOnOneLine(source, container)) return JSON.stringify(value);
  const lines = JSON.stringify(value, null, source.unit);
  return lines.replaceAll('\n', source.lineBreak + indentAt(source, position));
};
