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
import type { LineBreak } from './body.ts';

/** Characters of front matter that are read: the search for keys that are there twice is slow. */
const LENGTH_MAX = 65_536;
/** More blank lines than anybody leaves: gray-matter looks for a comment below each of them. */
const WIDE_GAP = /\n(?:[^\S\n]*\n){200}/;
/** How often aliases may repeat what they stand for, before it is taken for an attack. */
const ALIASES_MAX = 100;

const YAML_OPTIONS = { schema: 'core', keepSourceTokens: true, logLevel: 'silent' } as const;

/** YAML as text and as the document it reads as, with the line breaks to edit it with. */
export interface YamlSource {
  readonly yaml: string;
  readonly document: Document;
  readonly lineBreak: LineBreak;
}

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

// Without an engine of ours for each, gray-matter would run the JavaScript in a file.
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
 * that says why when it is no mapping, broken, too large or an alias bomb.
 */
export const readYaml = (yaml: string): Document => {
  if (yaml.length > LENGTH_MAX) throw new Error(`it is longer than ${LENGTH_MAX} characters`);
  if (WIDE_GAP.test(yaml)) throw new Error('it has too wide a gap');
  const data: unknown = matter(`---${yaml}---`, MATTER_OPTIONS).data;
  // gray-matter doesn't ask the engine about front matter that is blank or all comments.
  return isDocument(data) ? data : parseYaml('');
};

/** The pairs at the top level, in their order. */
export const pairsOf = (document: Document): readonly Pair[] =>
  isMap(document.contents) ? document.contents.items : [];

export const pairOf = (document: Document, key: string): Pair | undefined =>
  pairsOf(document).find((pair) => isScalar(pair.key) && pair.key.value === key);

/** What `node` stands for, if it is an alias; else itself. */
export const resolved = (document: Document, node: unknown): unknown =>
  isAlias(node) ? node.resolve(document) : node;

/** True for text after `|` or `>`, on lines of its own. */
export const isBlockStyle = ({ type }: Scalar): boolean =>
  type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL;
