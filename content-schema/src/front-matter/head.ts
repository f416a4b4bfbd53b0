import matter from 'gray-matter';
import { isDocument, type Document } from 'yaml';
import type { FileProblem } from '../file-problem.ts';
import type { HeadEntry } from './head-value.ts';
import { readPairs } from './pairs.ts';
import { parseToml, tomlEntries, tomlProblem } from './toml.ts';
import { parseYaml, TooComplex, yamlEntries, yamlProblem } from './yaml.ts';

/** Splits a post's file into front matter and body, and parses the front matter. */

/** The text of front matter: `open + source + close`. */
interface HeadText {
  /** The opening line without its line break: `---`, `---yaml` or `+++`. */
  readonly open: string;
  /** From the line break after the opening line to the start of the closing line. */
  readonly source: string;
  /** The closing line with its line break, if it has one. */
  readonly close: string;
}

export type Head = HeadText & {
  readonly entries: readonly HeadEntry[];
  readonly problems: readonly FileProblem[];
  /** Whether it contains lines that could not be parsed. */
  readonly isPartial: boolean;
} & (
    | { readonly language: 'yaml'; readonly document: Document }
    | { readonly language: 'toml' }
    | { readonly language: 'pairs' }
    | { readonly language: 'unknown' }
  );

/** The parts of a post's file; joined, they are the file. */
export interface PostFile {
  readonly byteOrderMark: string;
  readonly head?: Head;
  readonly body: string;
  /** Set if the file begins like front matter, but has no closing line. */
  readonly unclosed?: FileProblem;
}

/** Front matter with more characters or lines is not parsed. */
const LENGTH_MAX = 65_536;
const LINES_MAX = 2000;
/** An unusual number of blank lines: gray-matter looks for a comment below each of them. */
const WIDE_GAP = /\n(?:[^\S\n]*\n){200}/;

const OPENING_LINE = /^(---(?!-)|\+\+\+(?!\+))([^\r\n]*)(?=\r?\n)/;
const CLOSING_LINES = {
  '---': /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/,
  '+++': /(?<=\n)\+\+\+[ \t]*(?:\r?\n|$)/,
} as const;

type Language = 'yaml' | 'toml';
const NAMES = { yaml: 'YAML', toml: 'TOML' } as const;

/** The languages after the dashes of the opening line. Only two of them are supported. */
const LANGUAGES: ReadonlyMap<string, Language | undefined> = new Map([
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['toml', 'toml'],
  ...['json', 'js', 'javascript', 'coffee', 'coffeescript', 'cson'].map(
    (name): [string, undefined] => [name, undefined],
  ),
]);

const KNOWN_KEY =
  /^[ \t]*["']?(?:title|tags?|hidden|draft|published|date|createdAt|updatedAt|layout|slug|categor(?:y|ies))["']?[ \t]*[:=]/im;
const KEY_AT_START = /^\s*(?:#[^\n]*\n\s*)*["']?[\p{L}_][\p{L}\p{N}_.-]*["']?[ \t]*[:=]/u;

/** Distinguishes broken front matter from text between two thematic breaks. */
const looksLikeHead = (source: string): boolean =>
  KNOWN_KEY.test(source) || KEY_AT_START.test(source);

const refuse = (): never => {
  throw new Error('this language is not read');
};

// Without this, gray-matter would run JavaScript front matter.
const ENGINES = {
  yaml: (source: string): object => parseYaml(`${source}\n`),
  toml: (source: string): object => parseToml(`${source}\n`),
  javascript: refuse,
  json: refuse,
  coffee: refuse,
};

/**
 * Parses front matter with gray-matter; undefined if it contains only comments. Throws with the
 * reason if it is broken, too large or an attack.
 */
const parse = (text: string, { open, source, close }: HeadText, language: Language): unknown => {
  if (source.length > LENGTH_MAX) {
    throw new TooComplex(`it is longer than ${LENGTH_MAX} characters`);
  }
  if (source.split('\n', LINES_MAX + 3).length > LINES_MAX + 2) {
    throw new TooComplex(`it has more than ${LINES_MAX} lines`);
  }
  if (WIDE_GAP.test(source)) throw new Error('it has too wide a gap');
  // Match the whole closing line: gray-matter would also accept the start of another line.
  const end = close.endsWith('\n') ? '' : '\n';
  const found = matter(text + end, {
    language,
    delimiters: [open.slice(0, 3), close + end],
    engines: { ...ENGINES, [open.slice(3).trim() || language]: ENGINES[language] },
  });
  return 'isEmpty' in found && found.isEmpty === true ? undefined : found.data;
};

const UNDERSTOOD = { problems: [], isPartial: false } as const;

const unknownHead = (parts: HeadText, problem: FileProblem): Head => ({
  ...parts,
  language: 'unknown',
  entries: [],
  problems: [problem],
  isPartial: true,
});

const readHead = (text: string, parts: HeadText, language: Language): Head | undefined => {
  try {
    const data = parse(text, parts, language);
    if (language === 'toml') {
      return { ...parts, language, entries: tomlEntries(data), ...UNDERSTOOD };
    }
    const document = isDocument(data) ? data : parseYaml('');
    return { ...parts, language, document, entries: yamlEntries(document), ...UNDERSTOOD };
  } catch (error) {
    if (language === 'yaml' && !looksLikeHead(parts.source)) return undefined;
    const { message, ...position } = language === 'yaml' ? yamlProblem(error) : tomlProblem(error);
    const problem = {
      message: `Front matter is not valid ${NAMES[language]}: ${message}`,
      ...position,
    };
    if (language === 'toml' || error instanceof TooComplex) {
      return unknownHead(parts, problem);
    }
    const { entries, problems } = readPairs(parts.source);
    const isPartial = problems.length > 0;
    return { ...parts, language: 'pairs', entries, problems: [problem, ...problems], isPartial };
  }
};

/**
 * Splits a post's file. Front matter that can't be parsed is kept as it is, with a problem. Never
 * throws.
 */
export const splitFile = (text: string): PostFile => {
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const rest = text.slice(byteOrderMark.length);
  const plain = { byteOrderMark, body: rest };
  const [open, fence, name] = OPENING_LINE.exec(rest) ?? [];
  if (open === undefined || name === undefined || (fence !== '---' && fence !== '+++')) {
    return plain;
  }
  const below = rest.slice(open.length);
  const closing = CLOSING_LINES[fence].exec(below);
  if (!closing) {
    const [start = ''] = below.replace(/^\s+/, '').split(/\n\s*\n/, 1);
    if (!looksLikeHead(start)) return plain;
    const unclosed = { message: `Front matter has no closing line "${fence}"`, line: 1 };
    return { ...plain, unclosed };
  }
  const source = below.slice(0, closing.index);
  const parts = { open, source, close: closing[0] };
  const body = below.slice(closing.index + closing[0].length);
  const written = name.trim().toLowerCase();
  const language = written === '' && fence === '+++' ? 'toml' : LANGUAGES.get(written || 'yaml');
  if (language) {
    const head = readHead(rest, parts, language);
    return head ? { byteOrderMark, head, body } : plain;
  }
  if (!LANGUAGES.has(written) && !looksLikeHead(source)) return plain;
  const problem = { message: `Front matter in "${name.trim()}" is not read`, line: 1 };
  return { byteOrderMark, head: unknownHead(parts, problem), body };
};
