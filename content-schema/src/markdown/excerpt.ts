import type { Nodes } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { EXIT, visit } from 'unist-util-visit';
import { EXCERPT_LENGTH } from '../limits.ts';
import { removeAlertMark } from './alerts.ts';
import { hasDenseParagraph, parseMarkdown } from './parse.ts';

/** The characters to parse first; more follow if these are mostly code or images. */
const FIRST_LENGTH = 600;
const SECOND_LENGTH = 8_000;
/** A line is parsed to its end, up to this length, so that no markup is cut. */
const LINE_LENGTH_MAX = 4_000;
/** Definitions of links and footnotes, often at the end of a text. */
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[^\n]{1,1000}$/gm;
const DEFINITIONS_MAX = 200;
/** A longer last word is cut instead of left out. */
const WORD_LENGTH_MAX = 40;

const SKIPPED_TYPES = new Set([
  ...['heading', 'code', 'math', 'table', 'html', 'image', 'imageReference'],
  ...['definition', 'footnoteDefinition', 'footnoteReference'],
]);
const PLAIN_TYPES = new Set(['text', 'inlineCode', 'inlineMath']);
/** Nodes whose children are joined without a space. */
const RUNNING_TEXT = new Set([
  ...['paragraph', 'emphasis', 'strong', 'delete', 'link', 'linkReference'],
]);

const LINE_BREAK = /^<br\s*\/?>$/i;

const proseOf = (node: Nodes): string => {
  if (node.type === 'html' && LINE_BREAK.test(node.value)) return ' ';
  if (SKIPPED_TYPES.has(node.type)) return '';
  if (PLAIN_TYPES.has(node.type) && 'value' in node) return node.value;
  if (!('children' in node)) return ' ';
  if (node.type === 'blockquote') removeAlertMark(node);
  return node.children.map(proseOf).join(RUNNING_TEXT.has(node.type) ? '' : ' ');
};

/** An incomplete tag or link at the end of a cut text. */
const CUT_MARK = /(?:<[a-z/!][^>]*|!?\[[^[\]]*\]\([^\s()]*)$/i;

/** Returns the first lines of `markdown`, and the definitions that they may refer to. */
const prefixOf = (markdown: string, length: number): string => {
  if (markdown.length <= length) return markdown;
  const lineEnd = markdown.slice(length, length + LINE_LENGTH_MAX).search(/\n|$/);
  const isCut = lineEnd === LINE_LENGTH_MAX;
  const end = isCut ? length : length + lineEnd;
  const start = markdown.slice(0, end);
  const definitions = markdown.slice(end).match(DEFINITION) ?? [];
  return [
    isCut ? start.replace(CUT_MARK, '') : start,
    '',
    ...definitions.slice(0, DEFINITIONS_MAX),
  ].join('\n');
};

/** Returns the prose of a text's start; empty if that can't be told from its markup. */
const proseStartOf = (markdown: string, length: number): string => {
  const tree = parseMarkdown(prefixOf(markdown, length));
  // Its markup was not parsed, so it would be shown.
  return hasDenseParagraph(tree) ? '' : proseOf(tree).replace(/\s+/g, ' ').trim();
};

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the first `length` units of `text`, without an incomplete grapheme. */
const wholeCharacters = (text: string, length: number): string => {
  const last = [...graphemes.segment(text.slice(0, length + 1))].at(-1);
  if (last && last.index > 0) return text.slice(0, last.index);
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
};

/** Shortens a line to `EXCERPT_LENGTH` characters, followed by an ellipsis if it was cut. */
export const shortened = (text: string): string => {
  if (text.length <= EXCERPT_LENGTH) return text;
  const whole = wholeCharacters(text, EXCERPT_LENGTH);
  const space = text[whole.length] === ' ' ? whole.length : whole.lastIndexOf(' ');
  const isNear = space >= EXCERPT_LENGTH - WORD_LENGTH_MAX;
  return `${(isNear ? whole.slice(0, space) : whole).replace(/[\s.,;:–—-]+$/, '')}…`;
};

/**
 * Returns the start of a text as plain text of at most `EXCERPT_LENGTH` characters, with an ellipsis
 * if the text goes on. Leaves out headings, code, tables, images and footnotes. Empty if there is no
 * prose near the start. Takes the same time for a text of any length.
 */
export const excerptOf = (markdown: string): string => {
  const first = proseStartOf(markdown, FIRST_LENGTH);
  const isEnough = markdown.length <= FIRST_LENGTH || first.length > EXCERPT_LENGTH;
  const prose = isEnough ? first : proseStartOf(markdown, SECOND_LENGTH);
  if (prose.length > EXCERPT_LENGTH) return shortened(prose);
  // The code that it introduces is left out.
  if (prose.endsWith(':')) return `${prose.slice(0, -1)}…`;
  return prose === '' || markdown.length <= SECOND_LENGTH ? prose : `${prose}…`;
};

/** The characters to search for a title: parsing them takes at most 20 ms. */
const TITLE_LENGTH = 4_000;
/** Cheap check: most texts without a heading have no such characters. */
const HEADING_MARK = /#|[=-][ \t\r]*$/m;

/** Returns the plain text of the first heading near the start of `markdown`, if there is one. */
export const firstHeading = (markdown: string): string | undefined => {
  const start = markdown.slice(0, TITLE_LENGTH);
  if (!HEADING_MARK.test(start)) return undefined;
  let result: string | undefined;
  visit(parseMarkdown(start), 'heading', (heading) => {
    const text = toString(heading, { includeHtml: false }).replace(/\s+/g, ' ').trim();
    if (text === '') return undefined;
    result = text;
    return EXIT;
  });
  return result;
};
