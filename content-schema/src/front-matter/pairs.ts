import { positionIn, type FileProblem } from '../text/file-problem.ts';
import { isSame } from '../plain-object.ts';
import { applyEdits, type TextEdit } from '../text/text-edit.ts';
import { editDocument, type Change, type Format } from './edit-document.ts';
import { flowList, newLines, scalarSource, YAML_FORMAT } from './edit-yaml.ts';
import { isList, type HeadEntry, type HeadValue } from './head-value.ts';

/**
 * Reads front matter that is not valid YAML as a whole, line by line as `key: value`. Each key with
 * its lines is parsed as YAML; if that fails, too, its value is the literal rest of the line:
 * `title: Note 01: the lamp`.
 */

interface Segment {
  readonly start: number;
  readonly text: string;
  readonly entries: readonly HeadEntry[];
  /** Its YAML, which may differ from its text in indentation; absent if it is not valid either. */
  readonly yaml?: string;
  /** Offsets of lines that are neither a pair nor an item of a list. */
  readonly unread: readonly number[];
}

export interface Pairs {
  readonly entries: readonly HeadEntry[];
  /** The same front matter as valid YAML; absent if that would need a guess. */
  readonly repaired?: string;
  /** Whether it is valid YAML, but for quoted texts that go on without an indentation. */
  readonly isWhole: boolean;
  /** The problems of lines that are not pairs. */
  readonly problems: readonly FileProblem[];
}

const LINE = /[^\n]*\n|[^\n]+/g;
const FIRST_LINE =
  /^(?:"[^"\r\n]*"[ \t]*|'[^'\r\n]*'[ \t]*|[^\s#"'[\]{}|>&*!%@`:-][^\r\n:]*):(?=[ \t\r\n]|$)/;
const PAIR = /^[ \t]*(?:"([^"]*)"[ \t]*|'([^']*)'[ \t]*|([^\s#"':-][^:]*)):(?:[ \t]+(.*))?$/;
const ITEM = /^[ \t]*-[ \t]+(.*)$/;
const NO_CONTENT = /^[ \t]*(?:#.*)?$/;

const readYaml = (source: string): readonly HeadEntry[] | undefined => {
  try {
    return YAML_FORMAT.read(source);
  } catch {
    return undefined;
  }
};

/** Returns a value without its quotes, if any. */
const textOfValue = (value: string): string => {
  const [entry] = readYaml(`value: ${value}\n`) ?? [];
  return typeof entry?.value === 'string' ? entry.value : value;
};

const listOfValue = (value: string): HeadValue =>
  // A malformed list on one line.
  value.startsWith('[') ? value.slice(1).replace(/\]$/, '') : textOfValue(value);

const readLines = (text: string, start: number): Pick<Segment, 'entries' | 'unread'> => {
  const entries: { key: string; value: HeadValue; offset: number }[] = [];
  const unread: number[] = [];
  for (const { 0: line, index } of text.matchAll(LINE)) {
    const content = line.trimEnd();
    const offset = start + index;
    const [, double, single, plain, value = ''] = PAIR.exec(content) ?? [];
    const key = double ?? single ?? plain?.trimEnd();
    const [, item] = ITEM.exec(content) ?? [];
    const last = entries.at(-1);
    if (item !== undefined && last && (last.value === null || isList(last.value))) {
      last.value = [...(last.value ?? []), textOfValue(item)];
    } else if (key !== undefined) {
      entries.push({ key, value: value === '' ? null : listOfValue(value), offset });
    } else if (!NO_CONTENT.test(content)) {
      unread.push(offset);
    }
  }
  return { entries, unread };
};

const QUOTED = /^[^:\r\n]+:[ \t]*["']/;

/** Indents a quoted text that goes on at the start of a line, as other parsers of YAML allow. */
const withIndent = (text: string): string =>
  QUOTED.test(text) ? text.replace(/\n(?=\S)/g, '\n  ') : text;

/** A quote or bracket that may have been meant to end anywhere, also behind other keys. */
const UNCLOSED = /^[^:\r\n]+:[ \t]*(?:"(?:[^"\\]|\\[^])*|'(?:[^']|'')*|\[[^\]]*|\{[^}]*)$/;

const readSegment = (text: string, start: number): Segment => {
  for (const yaml of new Set([text, withIndent(text)])) {
    const read = readYaml(yaml);
    const entries = read?.map((entry) => ({ ...entry, offset: start }));
    if (entries) return { start, text, yaml, entries, unread: [] };
  }
  const { entries, unread } = readLines(text, start);
  return { start, text, entries, unread: UNCLOSED.test(text) ? [start, ...unread] : unread };
};

const segmentsOf = (source: string) => {
  const lines = [...source.matchAll(LINE)].filter(([line]) => FIRST_LINE.test(line));
  const starts = lines.map(({ index }) => index);
  const [first = source.length] = starts;
  const segments = starts.map((start, i) => readSegment(source.slice(start, starts[i + 1]), start));
  return { before: readLines(source.slice(0, first), 0), segments };
};

/** The start of what was probably not meant as text: an alias, a list, a block … */
const NOT_TEXT = /^[&*!|>[\]{}"']/;

/** Returns the edit that makes a segment valid YAML; undefined if it isn't a line of text. */
const repairOf = (segment: Segment): TextEdit | undefined => {
  const { start, text, yaml, entries } = segment;
  if (yaml !== undefined) return { start, end: start + text.length, text: yaml };
  const [{ value } = { value: null }, ...others] = entries;
  if (typeof value !== 'string' || NOT_TEXT.test(value) || others.length > 0) return undefined;
  return lineEdit(segment, JSON.stringify(value));
};

const valuesOf = (entries: readonly HeadEntry[] | undefined): unknown =>
  entries?.map(({ key, value }) => ({ key, value }));

const repair = (
  source: string,
  segments: readonly Segment[],
  entries: readonly HeadEntry[],
): string | undefined => {
  const edits = segments.map(repairOf);
  if (!edits.every((edit) => edit !== undefined)) return undefined;
  const repaired = applyEdits(source, edits);
  return isSame(valuesOf(readYaml(repaired)), valuesOf(entries)) ? repaired : undefined;
};

/** Says in plain words which value is read although it is not valid YAML. */
const unquotedProblem = (source: string, { start, entries }: Segment): FileProblem => {
  const [{ key, value } = { key: '', value: '' }] = entries;
  const text = typeof value === 'string' ? value : '';
  const why = /:(?: |$)/.test(text)
    ? 'has a colon and is not in quotes'
    : 'is not in quotes, which it needs';
  return {
    message: `“${key}” ${why}. It is read as “${text}”`,
    ...positionIn(source, start),
    repairable: true,
  };
};

/** Never throws. */
export const readPairs = (source: string): Pairs => {
  const { before, segments } = segmentsOf(source);
  const unread = [...before.unread, ...segments.flatMap((segment) => segment.unread)];
  const whole =
    source.slice(0, segments[0]?.start) + segments.map(({ yaml = '"' }) => yaml).join('');
  const isWhole = readYaml(whole) !== undefined;
  const entries = [...before.entries, ...segments.flatMap((segment) => segment.entries)];
  const repaired = isWhole || unread.length > 0 ? undefined : repair(source, segments, entries);
  const unreadProblem = (offset: number): FileProblem => ({
    message: UNCLOSED.test(source.slice(offset).split('\n', 1)[0] ?? '')
      ? 'A quote or bracket in this line is not closed, so the post is hidden'
      : 'This line of the front matter is not "key: value"',
    ...positionIn(source, offset),
  });
  if (repaired === undefined) return { isWhole, entries, problems: unread.map(unreadProblem) };
  const unquoted = segments.filter(({ yaml }) => yaml === undefined);
  const problems = unquoted.map((segment) => unquotedProblem(source, segment));
  return { isWhole, entries, repaired, problems };
};

const lineEdit = ({ start, text }: Segment, value: string): TextEdit => {
  const [key = ''] = FIRST_LINE.exec(text) ?? [];
  const [line = ''] = /^[^\r\n]*/.exec(text) ?? [];
  return { start: start + key.length, end: start + line.trimEnd().length, text: ` ${value}` };
};

const editOf = (source: string, change: Change): TextEdit => {
  const { key, value } = change;
  const end = source.length;
  const segment = segmentsOf(source).segments.findLast(({ entries }) =>
    entries.some((entry) => entry.key === key),
  );
  if (!segment) return { start: end, end, text: newLines(source, key, value) };
  const { start, text, yaml, entries } = segment;
  if (yaml !== undefined) {
    const [edited] = editDocument({ source: yaml, entries }, [change], YAML_FORMAT);
    if (edited === undefined) throw new Error('The lines of the key can not be edited');
    return { start, end: start + text.length, text: edited };
  }
  if (value === undefined) throw new Error('It is unclear which lines belong to the key');
  return lineEdit(segment, typeof value === 'object' ? flowList(value) : scalarSource(value));
};

export const PAIRS_FORMAT: Format = {
  read: (source) => readPairs(source).entries,
  edits: [
    (source, changes) =>
      changes.reduce((text, change) => applyEdits(text, [editOf(text, change)]), source),
  ],
};
