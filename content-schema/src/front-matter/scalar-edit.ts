import { isScalar, type Pair, type Scalar } from 'yaml';
import type { TextEdit } from '../text-edit.ts';
import { scalarSource } from './scalar-source.ts';
import { afterColon, isUnwritten, spanOf } from './source-positions.ts';
import { isBlockStyle } from './yaml-document.ts';

/** The comment on the first line of a block scalar, as in `title: > # shown in bold`. */
const BLOCK_COMMENT = /^[|>][-+\d]*([ \t]+#[^\r\n]*)/;

const blockEdit = (yaml: string, block: Scalar, source: string): TextEdit => {
  const { start, end } = spanOf(block);
  const old = yaml.slice(start, end).trimEnd();
  const comment = BLOCK_COMMENT.exec(old)?.[1] ?? '';
  return { start, end: start + old.length, text: source + comment };
};

/** Writes `value` in the place of the value of `pair`, in its quoting where that works. */
export const scalarEdit = (yaml: string, pair: Pair, value: string | boolean): TextEdit => {
  const node = pair.value;
  const source = scalarSource(value, node);
  if (isUnwritten(node)) {
    const position = afterColon(pair);
    return { start: position, end: position, text: ` ${source}` };
  }
  return isScalar(node) && isBlockStyle(node)
    ? blockEdit(yaml, node, source)
    : { ...spanOf(node), text: source };
};
