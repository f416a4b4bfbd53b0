import { isScalar, Scalar, stringify, YAMLSeq } from 'yaml';
import { isIsoDate } from '../post.ts';

/** Line breaks, controls and marks that a YAML reader may drop, or take for the end of a line. */
const NEEDS_ESCAPES = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;
/** Those of them that JSON leaves as they are. */
const UNESCAPED = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

const escape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const ONE_LINE_STYLES: readonly unknown[] = [
  Scalar.PLAIN,
  Scalar.QUOTE_SINGLE,
  Scalar.QUOTE_DOUBLE,
];

const LAYOUT = { lineWidth: 0, doubleQuotedAsJSON: true, flowCollectionPadding: false };

/**
 * `value` on one line of YAML, in the quoting of the scalar `like` where that works. What YAML 1.1
 * (Jekyll, Hugo) would read as another type is quoted, dates excepted.
 */
export const scalarSource = (value: string | boolean, like?: unknown, inFlow = false): string => {
  if (typeof value === 'boolean') return String(value);
  if (NEEDS_ESCAPES.test(value)) return JSON.stringify(value).replace(UNESCAPED, escape);
  const scalar = new Scalar(value);
  if (isScalar(like) && like.type && ONE_LINE_STYLES.includes(like.type)) scalar.type = like.type;
  const list = new YAMLSeq();
  list.flow = inFlow;
  list.add(scalar);
  const source = stringify(list, { ...LAYOUT, compat: isIsoDate(value) ? null : 'yaml-1.1' });
  // Without what stands around the only item: `[…]` or `- …`, and a line break.
  return inFlow ? source.slice(1, -2) : source.slice(2, -1);
};
