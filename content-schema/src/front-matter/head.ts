import matter from 'gray-matter';
import { isDocument, type Document } from 'yaml';
import type { FileProblem } from '../file-problem.ts';
import type { HeadEntry } from './head-value.ts';
import { readPairs } from './pairs.ts';
import { parseToml, tomlEntries, tomlProblem } from './toml.ts';
import { parseYaml, yamlEntries, yamlProblem } from './yaml.ts';

/** How a post's file falls into front matter and body, and what the front matter says. */

/** Front matter as it stands in its file: `open + source + close` is its text. */
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
  /** Whether there is more in it than the entries, whose meaning is unknown. */
  readonly isPartial: boolean;
} & (
    | { readonly language: 'yaml'; readonly document: Document }
    | { readonly language: 'toml' }
    | { readonly language: 'pairs' }
    | { readonly language: 'unknown' }
  );

/** A post's file in its parts; joined again, they are the file. */
export interface PostFile {
  readonly byteOrderMark: string;
  readonly head?: Head;
  readonly body: string;
  /** The file begins like front matter that doesn't end: what it should say is not known. */
  readonly unclosed?: FileProblem;
}

/** Longer front matter is not read: the search for duplicate keys is slow. */
const LENGTH_MAX = 65_536;
/** More blank lines than anybody leaves: gray-matter looks for a comment below each of them. */
const WIDE_GAP = /\n(?:[^\S\n]*\n){200}/;

const OPENING_LINE = /^(---(?!-)|\+\+\+(?!\+))([^\r\n]*)(?=\r?\n)/;
const CLOSING_LINES = {
  '---': /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/,
  '+++': /(?<=\n)\+\+\+[ \t]*(?:\r?\n|$)/,
} as const;

type Language = 'yaml' | 'toml';
const NAMES = { yaml: 'YAML', toml: 'TOML' } as const;

/** What may follow the dashes of the opening line. Of these languages only two are read. */
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

/** Tells front matter that is broken from text between two rules. */
const looksLikeHead = (source: string): boolean =>
  KNOWN_KEY.test(source) || KEY_AT_START.test(source);

const refuse = (): never => {
  throw new Error('this language is not read');
};

// gray-matter would run the JavaScript in a file if it had no other engine for it.
const ENGINES = {
  yaml: (source: string): object => parseYaml(`${source}\n`),
  toml: (source: string): object => parseToml(`${source}\n`),
  javascript: refuse,
  json: refuse,
  coffee: refuse,
};

/**
 * What gray-matter reads between the delimiters; undefined where there is nothing but comments.
 * Throws with the reason when that is broken, too large or an attack.
 */
const parse = (text: string, { open, source, close }: HeadText, language: Language): unknown => {
  if (source.length > LENGTH_MAX) throw new Error(`it is longer than ${LENGTH_MAX} characters`);
  if (WIDE_GAP.test(source)) throw new Error('it has too wide a gap');
  // The whole closing line: gray-matter would take the start of another line for it.
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
    if (language === 'toml' || parts.source.length > LENGTH_MAX) {
      return unknownHead(parts, problem);
    }
    const { entries, problems } = readPairs(parts.source);
    const isPartial = problems.length > 0;
    return { ...parts, language: 'pairs', entries, problems: [problem, ...problems], isPartial };
  }
};

/** Never throws. Front matter that nothing can be made of stays what it is, with a problem. */
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
    const unclosed = { message: `Front matter has no line of "${fence}" that ends it`, line: 1 };
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
