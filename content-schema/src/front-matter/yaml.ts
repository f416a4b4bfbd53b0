import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  parseDocument,
  Scalar,
  visit,
  type Document,
  type Pair,
} from 'yaml';
import type { HeadEntry, HeadValue } from './head-value.ts';

/** The limit for expanded aliases; more is treated as an attack. */
const ALIASES_MAX = 100;

/** A tenth of what fits on the stack. */
const NESTING_MAX = 100;
/** Keys, items, brackets and so on: the search for duplicate keys takes quadratic time. */
const MARKS_MAX = 1500;
/** An alias counts as so many marks: each is looked up in the whole document. */
const ALIAS_MARKS = 15;

/** Front matter that is not parsed, because that could fill the stack or take seconds. */
export class TooComplex extends Error {
  readonly code = 'TooComplex';
}

/** The token before one that is plain text. */
const TEXT_NEXT = '\u001F';
const MARK = /^[-?:,[\]{}&*!]/;
const MARK_OR_BLANK = /[-?:,[\]{}&*! \t]/;
const BRACKETS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };
/** Marks of blocks; several in a line nest. */
const BLOCK_MARKS = ['-', '?', ':'];

/** Throws `TooComplex`. Uses only the lexer, which isn't recursive, unlike the parser. */
const rejectTooComplex = (source: string): void => {
  // Too few to nest that deep, as in most files.
  if (source.split(MARK_OR_BLANK, NESTING_MAX + 2).length <= NESTING_MAX + 1) return;
  let marks = 0;
  let brackets = 0;
  /** The indentation and the marks of the line. */
  let blocks = 0;
  let previous = '';
  for (const token of new Lexer().lex(source)) {
    const isText = previous === TEXT_NEXT;
    previous = token;
    if (isText) continue;
    if (token.endsWith('\n')) blocks = 0;
    if (/^[ \t]/.test(token) && blocks === 0) blocks = token.length;
    if (!MARK.test(token)) continue;
    marks += token.startsWith('*') ? ALIAS_MARKS : 1;
    brackets = Math.max(0, brackets + (BRACKETS[token] ?? 0));
    if (brackets === 0 && BLOCK_MARKS.includes(token)) blocks += 1;
    if (Math.max(brackets, blocks) > NESTING_MAX) throw new TooComplex('it is nested too deeply');
    if (marks > MARKS_MAX) throw new TooComplex('it has too many keys and values');
  }
};

const YAML_OPTIONS = {
  schema: 'core',
  keepSourceTokens: true,
  logLevel: 'silent',
  // Each of thousands of errors would quote its line, which may be the whole source.
  prettyErrors: false,
} as const;

/** Throws with the reason if YAML is broken, no mapping, an alias bomb or too complex. */
export const parseYaml = (source: string): Document => {
  rejectTooComplex(source);
  const document = parseDocument(source, YAML_OPTIONS);
  const [error] = document.errors;
  if (error) throw error;
  if (document.contents !== null && !isMap(document.contents)) {
    throw new Error('it is not a mapping of keys to values');
  }
  visit(document, {
    Alias: (_, alias, path) => {
      const target = alias.resolve(document);
      if (target && path.includes(target)) throw new Error('an alias refers to itself');
    },
  });
  document.toJS({ maxAliasCount: ALIASES_MAX, mapAsMap: true });
  return document;
};

export const pairsOf = (document: Document): readonly Pair[] =>
  isMap(document.contents) ? document.contents.items : [];

const pairIn = (pairs: readonly Pair[], key: string | undefined): Pair | undefined =>
  pairs.find((pair) => isScalar(pair.key) && pair.key.value === key);

/** Returns the pair of a key of a `HeadEntry`, e.g. `taxonomy.tag`. */
export const pairOf = (document: Document, key: string): Pair | undefined => {
  const [outer, inner] = key.split('.', 2);
  const pair = pairIn(pairsOf(document), key) ?? pairIn(pairsOf(document), outer);
  if (inner === undefined || (isScalar(pair?.key) && pair.key.value === key)) return pair;
  return isMap(pair?.value) ? pairIn(pair.value.items, inner) : undefined;
};

export const isBlockStyle = ({ type }: Scalar): boolean =>
  type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL;

/** Returns the text of a scalar, also of a number or a boolean; undefined for other nodes. */
export const textOf = (document: Document, node: unknown): string | undefined => {
  const scalar = isAlias(node) ? node.resolve(document) : node;
  if (!isScalar(scalar) || scalar.value === null) return undefined;
  if (typeof scalar.value !== 'string') return scalar.source;
  return isBlockStyle(scalar) ? scalar.value.replace(/\n$/, '') : scalar.value;
};

const valueOf = (document: Document, node: unknown): HeadValue => {
  const value = isAlias(node) ? node.resolve(document) : node;
  if (isSeq(value)) return value.items.map((item) => valueOf(document, item));
  if (isMap(value)) {
    return new Map(
      value.items.map((pair) => [textOf(document, pair.key) ?? '', valueOf(document, pair.value)]),
    );
  }
  return textOf(document, value) ?? null;
};

const entriesOf = (document: Document, pairs: readonly Pair[]): HeadEntry[] =>
  pairs.flatMap(({ key, value }) => {
    const name = isScalar(key) ? textOf(document, key) : undefined;
    if (!isScalar(key) || name === undefined) return [];
    const [offset] = key.range ?? [];
    return [
      { key: name, value: valueOf(document, value), ...(offset !== undefined && { offset }) },
    ];
  });

const mergedPairs = (document: Document, node: unknown): readonly Pair[] => {
  const value = isAlias(node) ? node.resolve(document) : node;
  if (isSeq(value)) return value.items.flatMap((item) => mergedPairs(document, item));
  return isMap(value) ? value.items : [];
};

/** Returns the entries at the top level, with those that are merged by `<<` and not overridden. */
export const yamlEntries = (document: Document): HeadEntry[] => {
  const own = entriesOf(document, pairsOf(document));
  const names = new Set(own.map(({ key }) => key));
  const merged = entriesOf(document, mergedPairs(document, pairOf(document, '<<')?.value));
  return [...merged.filter(({ key }) => !names.has(key)), ...own];
};
