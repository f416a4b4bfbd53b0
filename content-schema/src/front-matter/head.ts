import matter from 'gray-matter';
import { TomlError } from 'smol-toml';
import { YAMLParseError } from 'yaml';
import { positionIn, type FileProblem } from '../text/file-problem.ts';
import {
  findBlock,
  looksLikeHead,
  type HeadText,
  type Language,
} from '../text/front-matter-block.ts';
import { FORMATS } from './formats.ts';
import type { HeadEntry } from './head-value.ts';
import { readPairs } from './pairs.ts';
import { parseYaml, TooComplex, yamlEntries } from './yaml.ts';

/** Splits a post's file into front matter and body, and parses the front matter. */

export interface Head extends HeadText {
  readonly entries: readonly HeadEntry[];
  readonly problems: readonly FileProblem[];
  /** Whether it contains lines that could not be parsed. */
  readonly isPartial: boolean;
  /** Undefined if it can't be edited. */
  readonly language: keyof typeof FORMATS | undefined;
  /** The same as valid YAML, if it is read without a guess although it isn't. */
  readonly repaired?: string;
}

/** The parts of a post's file; joined, they are the file. */
export interface PostFile {
  readonly byteOrderMark: string;
  readonly head?: Head;
  readonly body: string;
  /** Set if the file begins like front matter, but it is unclear where that begins or ends. */
  readonly unclosed?: FileProblem;
}

/** Longer front matter is not parsed. */
const LENGTH_MAX = 16_384;
/** In broken YAML every line is parsed by itself. */
const BROKEN_LINES_MAX = 200;
/** An unusual number of blank lines: gray-matter looks for a comment below each of them. */
const WIDE_GAP = /[\n\r\u2028\u2029](?:[^\S\n\r\u2028\u2029]*[\n\r\u2028\u2029]){100}/;

const NAMES = {
  ...{ yaml: 'YAML', toml: 'TOML', json: 'JSON', lines: 'text', script: 'JavaScript' },
} as const;

/** Parses front matter. Throws with the reason if it is broken or an attack. */
const parse = (
  { open, source, close }: HeadText,
  language: 'yaml' | 'toml',
): readonly HeadEntry[] => {
  if (WIDE_GAP.test(source)) throw new Error('it has too wide a gap');
  const fence = open.slice(0, 3);
  // Match the whole closing line: gray-matter would also accept the start of another line.
  const end = close.endsWith('\n') ? close : `${close}\n`;
  // Without a language in the opening line: gray-matter has an engine that runs JavaScript.
  const { data } = matter(fence + source + end, {
    language,
    delimiters: [fence, end],
    engines: { [language]: (text: string) => FORMATS[language].read(`${text}\n`) },
  });
  // gray-matter calls no engine where all is blank, but a vertical tab is a value in YAML.
  return Array.isArray(data) ? (data as HeadEntry[]) : FORMATS[language].read(source);
};

export const UNDERSTOOD = { problems: [], isPartial: false } as const;

const unknownHead = (
  parts: HeadText,
  problem: FileProblem,
  entries: readonly HeadEntry[] = [],
): Head => ({ ...parts, language: undefined, entries, problems: [problem], isPartial: true });

const STRING_OR_COMMENT =
  /"(?:[^"\\\n]|\\.)*"?|'((?:[^'\\\n]|\\.)*)('?)|`([^`\\]*)`|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Rewrites a JavaScript object as YAML, which has neither its quotes nor its comments. */
const yamlOfScript = (source: string): string =>
  source.replace(STRING_OR_COMMENT, (token, single?: string, end?: string, template?: string) => {
    if (token.startsWith('/')) return '';
    if (end === '') return token;
    const text = template ?? single?.replace(/\\(.)/g, '$1');
    return text === undefined ? token : JSON.stringify(text);
  });

const readScript = (source: string): HeadEntry[] =>
  yamlEntries(parseYaml(yamlOfScript(source))).map(({ key, value }) => ({ key, value }));

const positionOf = (error: unknown, source: string) => {
  if (error instanceof YAMLParseError) return positionIn(source, error.pos[0]);
  return error instanceof TomlError ? { line: error.line, column: error.column } : {};
};

/** Returns the problem for an error of a parser, without the source that the message quotes. */
const problemOf = (error: unknown, language: keyof typeof NAMES, source: string): FileProblem => {
  const [text = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const reason = text
    .replace(/(?: at line \d+, column \d+)?:?$/, '')
    .replace(/^Invalid TOML document: /, '')
    .replace(/^document contains excessively nested structures.*/, 'it is nested too deeply');
  return {
    message: `Front matter is not valid ${NAMES[language]}: ${reason}`,
    ...positionOf(error, source),
  };
};

const readHead = (parts: HeadText, language: Language): Head | undefined => {
  try {
    if (parts.source.length > LENGTH_MAX) {
      throw new TooComplex(`it is longer than ${LENGTH_MAX} characters`);
    }
    if (language === 'script') {
      const message =
        'Front matter in JavaScript can be read but not edited, so the post is hidden';
      return unknownHead(parts, { message }, readScript(parts.source));
    }
    const isFenced = language === 'yaml' || language === 'toml';
    const entries = isFenced ? parse(parts, language) : FORMATS[language].read(parts.source);
    return { ...parts, language, entries, ...UNDERSTOOD };
  } catch (error) {
    if (language === 'yaml' && !looksLikeHead(parts.source)) return undefined;
    const problem = problemOf(error, language, parts.source);
    const isLong = parts.source.split('\n', BROKEN_LINES_MAX + 3).length > BROKEN_LINES_MAX + 2;
    if (language !== 'yaml' || error instanceof TooComplex || isLong) {
      return unknownHead(parts, problem);
    }
    const { entries, isWhole, repaired, problems } = readPairs(parts.source);
    const pairs = { ...parts, language: 'pairs', entries } as const;
    if (repaired !== undefined) return { ...pairs, repaired, problems, isPartial: false };
    const all = isWhole ? [] : [problem, ...problems];
    return { ...pairs, problems: all, isPartial: problems.length > 0 };
  }
};

/** Splits a post's file. Front matter that can't be parsed has a problem. Never throws. */
export const splitFile = (text: string): PostFile => {
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const rest = text.slice(byteOrderMark.length);
  const plain = { byteOrderMark, body: rest };
  const block = findBlock(rest);
  if (!block) return plain;
  if ('unclosed' in block) return { ...plain, unclosed: { message: block.unclosed, line: 1 } };
  const { language, name, ...parts } = block;
  const body = rest.slice(parts.open.length + parts.source.length + parts.close.length);
  if (language === undefined) {
    const problem = { message: `Front matter in "${name}" is not read`, line: 1 };
    return { byteOrderMark, head: unknownHead(parts, problem), body };
  }
  const head = readHead(parts, language);
  return head ? { byteOrderMark, head, body } : plain;
};

/** Returns a post's file with valid YAML; undefined if it is valid, or that would need a guess. */
export const repairFile = (text: string): string | undefined => {
  const { byteOrderMark, head, body } = splitFile(text);
  if (head?.repaired === undefined) return undefined;
  return byteOrderMark + head.open + head.repaired + head.close + body;
};
