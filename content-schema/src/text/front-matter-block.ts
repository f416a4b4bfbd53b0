/** Finds front matter at the start of a text without parsing it, so that a browser can do it, too. */

/** The text of front matter: `open + source + close`. */
export interface HeadText {
  /** The opening line without its line break, such as `---`, `---yaml` or `+++`; empty without one. */
  readonly open: string;
  /** The front matter itself; after an opening line, from its line break to the closing line. */
  readonly source: string;
  /** The closing line with its line break, if it has one. */
  readonly close: string;
}

export type Language = 'yaml' | 'toml' | 'json' | 'lines' | 'script';

interface Block extends HeadText {
  /** Undefined for a language that is not read. */
  readonly language: Language | undefined;
  /** What the opening line says; empty if it names no language. */
  readonly name: string;
}

/** Front matter that is not certain, or has no end. */
interface Uncertain {
  readonly unclosed: string;
}

const FENCES = {
  '---': { default: 'yaml', closing: /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/ },
  '+++': { default: 'toml', closing: /(?<=\n)\+\+\+[ \t]*(?:\r?\n|$)/ },
  ';;;': { default: 'json', closing: /(?<=\n);;;[ \t]*(?:\r?\n|$)/ },
} as const;
const OPENING_LINE = /^(---(?!-)|\+\+\+(?!\+)|;;;(?!;))([^\r\n]*)(?=\r?\n)/;

/** The languages after the dashes of the opening line. Code is not read. */
const CODE = ['js', 'javascript', 'coffee', 'coffeescript', 'cson'];
const LANGUAGES = new Map<string, Language | undefined>([
  ...(['yaml', 'toml', 'json'] as const).map((name) => [name, name] as const),
  ['yml', 'yaml'],
  ...CODE.map((name) => [name, undefined] as const),
]);

const KNOWN_NAME = String.raw`["']?(?:title|tags?|hidden|draft|published|date|createdAt|updatedAt|layout|slug|categor(?:y|ies)|status|visibility|private|publish|permalink)["']?[ \t]*`;
const KNOWN_KEY = new RegExp(String.raw`^[ \t]*(?:-[ \t]+)?${KNOWN_NAME}[:=]`, 'im');
const KNOWN_JSON_KEY = new RegExp(String.raw`[{,\s]${KNOWN_NAME}:`, 'i');
const KEY_AT_START = /^\s*(?:#[^\n]*\n\s*)*(?:\{\s*)?["']?[\p{L}_][\p{L}\p{N}_.-]*["']?[ \t]*[:=]/u;

/** Distinguishes broken front matter from text between two thematic breaks. */
export const looksLikeHead = (source: string): boolean =>
  KNOWN_KEY.test(source) || KEY_AT_START.test(source);

/** Hugo's JSON: an object at the start, in one line or up to a line that begins with `}`. */
const JSON_OBJECT = /^(\{(?:[^\r\n]*\}|[^\r\n]*\r?\n(?:(?!\})[^\n]*\n)*\}))[ \t]*(?:\r?\n|$)/;
/** Pelican and MultiMarkdown: lines of `Key: value`, some goes on in indented ones. */
const KEY_LINES =
  /^((?:[a-z][\w -]{0,40}:(?:[ \t][^\r\n]*)?\r?\n(?:[ \t]+\S[^\n]*\n)*)+)((?:---|\.\.\.)[ \t]*(?:\r?\n|$)|(?=[ \t]*\r?\n|$))/i;
const TITLE_LINE = /^title[ \t]*:/im;
/** MDX: an exported object, below imports and comments. */
const SCRIPT =
  /^((?:import [^\n]*\n|[ \t]*\r?\n|\{\/\*[^\n]*\*\/\}[ \t]*\n)*export const (?:meta|metadata|frontMatter)\b[^={]*=\s*)(\{\r?\n(?:(?!\})[^\n]*\n)*\})(;?[ \t]*(?:\r?\n|$))/i;

const unfencedBlock = (text: string): Block | undefined => {
  const unnamed = { name: '', open: '' };
  const [block, json] = text.startsWith('{') ? (JSON_OBJECT.exec(text) ?? []) : [];
  if (block !== undefined && json !== undefined && KNOWN_JSON_KEY.test(json)) {
    return { ...unnamed, language: 'json', source: json, close: block.slice(json.length) };
  }
  const [, lines, end = ''] = KEY_LINES.exec(text) ?? [];
  if (lines !== undefined && TITLE_LINE.test(lines)) {
    return { ...unnamed, language: 'lines', source: lines, close: end };
  }
  const [, open = '', script, close = ''] = SCRIPT.exec(text) ?? [];
  if (script === undefined) return undefined;
  return { ...unnamed, language: 'script', open, source: script, close };
};

/** Fences that other programs don't read, or not everywhere: `----`, `—`, below a blank line… */
const MISPLACED =
  /^(?:\s|<!--(?:(?!-->)[\s\S])*-->|\{\/\*(?:(?!\*\/)[\s\S])*\*\/\})*(?:-{3,9}|[–—]{1,3}|\+{3,9}|;{3,9})[ \t]*[\r\n]/;
const MISPLACED_END = /[\r\n][ \t]*(?:-{3,9}|[–—]{1,3}|\+{3,9}|;{3,9})[ \t]*(?:\r\n?|\n|$)/;
const PARAGRAPH_END = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/;

/** Hexo's JSON with a closing line only. */
const UNOPENED_JSON = /^\s*"[^"\n]+"[ \t]*:[^\n]*\n(?:[^\n]*\n)*?;;;[ \t]*(?:\r?\n|$)/;

/** Returns where misplaced front matter ends; undefined if there is none. */
const misplacedEnd = (text: string): number | undefined => {
  const [unopened] = UNOPENED_JSON.exec(text) ?? [];
  if (unopened !== undefined && KNOWN_KEY.test(unopened)) return unopened.length;
  const [open] = MISPLACED.exec(text) ?? [];
  if (open === undefined) return undefined;
  const below = text.slice(open.length - 1);
  const closing = MISPLACED_END.exec(below);
  const [paragraph = ''] = below.trimStart().split(PARAGRAPH_END, 1);
  const source = closing ? below.slice(0, closing.index) : paragraph;
  const isHead = KNOWN_KEY.test(source) && KEY_AT_START.test(source.replace(/^\s*-[ \t]/, ''));
  if (!isHead) return undefined;
  return closing ? open.length - 1 + closing.index + closing[0].length : 0;
};

/**
 * Returns the front matter that a text begins with, or the problem of what only looks like it.
 * Between dashes, it may also be text: see `looksLikeHead`.
 */
export const findBlock = (text: string): Block | Uncertain | undefined => {
  const [open, fence, name = ''] = OPENING_LINE.exec(text) ?? [];
  if (open === undefined || (fence !== '---' && fence !== '+++' && fence !== ';;;')) {
    const block = unfencedBlock(text);
    if (block || misplacedEnd(text) === undefined) return block;
    const fault = UNOPENED_JSON.test(text)
      ? 'has no opening line'
      : 'does not begin in the first line';
    return { unclosed: `Front matter ${fault}, so the post is hidden` };
  }
  const below = text.slice(open.length);
  const closing = FENCES[fence].closing.exec(below);
  if (!closing) {
    const [start = ''] = below.replace(/^\s+/, '').split(/\n\s*\n/, 1);
    return looksLikeHead(start)
      ? { unclosed: `Front matter has no closing line "${fence}"` }
      : undefined;
  }
  const source = below.slice(0, closing.index);
  const written = name.trim().toLowerCase();
  const language = written === '' ? FENCES[fence].default : LANGUAGES.get(written);
  const isHead = language !== undefined || LANGUAGES.has(written) || looksLikeHead(source);
  if (!isHead) return undefined;
  return { language, name: name.trim(), open, source, close: closing[0] };
};

/** Returns the offset of what is rendered of a post's content: front matter in it is not shown. */
export const renderedStart = (content: string): number => {
  const start = content.startsWith('\uFEFF') ? 1 : 0;
  const text = content.slice(start);
  const block = findBlock(text);
  if (!block) return 0;
  if ('unclosed' in block) {
    const end = misplacedEnd(text) ?? 0;
    return end === 0 ? 0 : start + end;
  }
  const { open, source, close, language } = block;
  const isText = language === 'yaml' && !looksLikeHead(source);
  return isText ? 0 : start + open.length + source.length + close.length;
};

/** Returns what is rendered of a post's content: all of it but front matter. */
export const renderedBody = (content: string): string => content.slice(renderedStart(content));
