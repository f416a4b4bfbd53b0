import type { Document } from 'yaml';
import { readYaml } from './yaml-document.ts';

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

/** A post file taken apart; joined again, the parts are the file. */
export interface PostFile {
  readonly byteOrderMark: string;
  readonly head?: Head;
  readonly body: string;
  /** Why the file seems to begin with front matter that could not be read. */
  readonly warning?: string;
}

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

/** Never throws: where front matter can't be read, all the text is body, and a warning says why. */
export const takeApart = (text: string): PostFile => {
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
