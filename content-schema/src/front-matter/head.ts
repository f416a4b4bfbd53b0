import matter from 'gray-matter';
import {
  isAlias,
  isDocument,
  isMap,
  isScalar,
  parseDocument,
  Scalar,
  type Document,
  type Pair,
} from 'yaml';

/** How a post's file falls into front matter and body, and what the front matter says. */

/** Front matter as it stands in its file: `open + yaml + close` is its text. */
export interface Head {
  /** The opening line without its line break: `---`, or `---yaml`. */
  readonly open: string;
  /** From the line break after the opening line to the start of the closing line. */
  readonly yaml: string;
  /** The closing line with its line break, if it has one. */
  readonly close: string;
  readonly document: Document;
}

/** A post's file in its parts; joined again, they are the file. */
export interface PostFile {
  readonly byteOrderMark: string;
  readonly head?: Head;
  readonly body: string;
  /** Why the file seems to begin with front matter that could not be read. */
  readonly warning?: string;
}

/** Longer front matter is refused: the search for duplicate keys is slow. */
const LENGTH_MAX = 65_536;
/** More blank lines than anybody leaves: gray-matter looks for a comment below each of them. */
const WIDE_GAP = /\n(?:[^\S\n]*\n){200}/;
/** How often aliases may repeat what they stand for; more is taken for an attack. */
const ALIASES_MAX = 100;

const YAML_OPTIONS = { schema: 'core', keepSourceTokens: true, logLevel: 'silent' } as const;

const parseYaml = (source: string): Document => {
  const document = parseDocument(source, YAML_OPTIONS);
  const [error] = document.errors;
  if (error) throw error;
  if (document.contents !== null && !isMap(document.contents)) {
    throw new Error('it is not a mapping of keys to values');
  }
  document.toJS({ maxAliasCount: ALIASES_MAX, mapAsMap: true });
  return document;
};

const refuse = (): never => {
  throw new Error('only YAML is read');
};

// gray-matter would run the JavaScript in a file if it had no other engine for it.
const MATTER_OPTIONS = {
  language: 'yaml',
  engines: {
    yaml: (source: string): object => parseYaml(`${source}\n`),
    javascript: refuse,
    json: refuse,
    coffee: refuse,
    toml: refuse,
  },
};

/**
 * Reads the YAML between the delimiters of front matter, from the end of the opening line to the
 * start of the closing one; positions in the document are positions in `yaml`. Throws an error
 * with the reason when it is no mapping, broken, too large or an alias bomb.
 */
export const readYaml = (yaml: string): Document => {
  if (yaml.length > LENGTH_MAX) throw new Error(`it is longer than ${LENGTH_MAX} characters`);
  if (WIDE_GAP.test(yaml)) throw new Error('it has too wide a gap');
  const data: unknown = matter(`---${yaml}---`, MATTER_OPTIONS).data;
  // gray-matter doesn't call the engine for front matter that is blank or all comments.
  return isDocument(data) ? data : parseYaml('');
};

const OPENING_LINE = /^---(?!-)([^\r\n]*)(?=\r?\n)/;
const CLOSING_LINE = /---[ \t]*(?:\r?\n|$)/y;
const YAML_LANGUAGES = ['', 'yaml', 'yml'];

const readHead = (text: string): Head | undefined => {
  const [open, language] = OPENING_LINE.exec(text) ?? [];
  if (open === undefined || language === undefined) return undefined;
  if (!YAML_LANGUAGES.includes(language.trim().toLowerCase())) throw new Error('only YAML is read');
  const end = text.indexOf('\n---', open.length) + 1;
  CLOSING_LINE.lastIndex = end;
  const close = end > 0 ? CLOSING_LINE.exec(text)?.[0] : undefined;
  if (close === undefined) throw new Error('no line of three dashes closes it');
  const yaml = text.slice(open.length, end);
  return { open, yaml, close, document: readYaml(yaml) };
};

const reasonOf = (error: unknown): string => {
  const [firstLine = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return firstLine.replace(/:$/, '');
};

/** Never throws: where front matter can't be read, all the text is body, with a warning. */
export const splitFile = (text: string): PostFile => {
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(byteOrderMark.length);
  try {
    const head = readHead(body);
    if (!head) return { byteOrderMark, body };
    const start = head.open.length + head.yaml.length + head.close.length;
    return { byteOrderMark, head, body: body.slice(start) };
  } catch (error) {
    return { byteOrderMark, body, warning: `Front matter was not read: ${reasonOf(error)}` };
  }
};

/** The pairs at the top level, in their order. */
export const pairsOf = (document: Document): readonly Pair[] =>
  isMap(document.contents) ? document.contents.items : [];

export const pairOf = (document: Document, key: string): Pair | undefined =>
  pairsOf(document).find((pair) => isScalar(pair.key) && pair.key.value === key);

/** True for text after `|` or `>`, on lines of its own. */
export const isBlockStyle = ({ type }: Scalar): boolean =>
  type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL;

/** What `node` refers to, if it is an alias; else itself. */
export const resolved = (document: Document, node: unknown): unknown =>
  isAlias(node) ? node.resolve(document) : node;

/** The text of a scalar, also of a number or a boolean; undefined when there is none. */
export const textOf = (document: Document, node: unknown): string | undefined => {
  const scalar = resolved(document, node);
  if (!isScalar(scalar) || scalar.value === null) return undefined;
  if (typeof scalar.value !== 'string') return scalar.source;
  return isBlockStyle(scalar) ? scalar.value.replace(/\n$/, '') : scalar.value;
};
