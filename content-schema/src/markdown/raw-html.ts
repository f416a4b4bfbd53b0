import type { ElementContent, Root as HastRoot } from 'hast';
import type { Html, Parents, Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import { EXIT, visit } from 'unist-util-visit';
import { ELEMENTS, HIDDEN_ELEMENTS, isSafeSource } from './sanitize.ts';

/**
 * Prepares HTML in Markdown for the sanitiser, which decides what is safe. Tags are normalised and
 * limited in number, since a parser's time and memory are quadratic in attributes, open elements
 * and reopened elements.
 */

/** The most tags of one text, with reopened ones; only the text of further tags is kept. */
const TAGS_MAX = 10_000;
const UNCLOSED_MAX = 300;
const ATTRIBUTES_MAX = 30;

const STORED = new Set(ELEMENTS);
const VOID = new Set(['br', 'hr', 'img', 'input']);
/** Elements that end where the next one begins. */
const SELF_ENDING = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th']);
/**
 * Formatting elements that, if left open, are reopened in every following block; without attributes
 * at most three of a kind
 * (https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements).
 */
const REOPENED = new Set(['b', 'code', 'em', 'i', 's', 'strike', 'strong', 'tt']);
const REOPENED_MAX = 3 * REOPENED.size;

const COMMENT = /<!--(?:-?>|[^]*?(?:--!?>|$))|<[!?][^>]*>?/;
const HIDDEN = RegExp(`<(${HIDDEN_ELEMENTS.join('|')})(?=[\\s/>])[^]*?(?:</\\1\\s*>|$)`);
const TAG = /<(\/?)([a-z][a-z\d-]*)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/;
const TOKEN = RegExp(`${COMMENT.source}|${HIDDEN.source}|${TAG.source}|<`, 'gi');
/** Elements that leave a link to what they would show, with its name. */
const MEDIA: Readonly<Record<string, string>> = {
  ...{ video: 'Video', source: 'Video', audio: 'Audio' },
  ...{ iframe: 'Embedded page', object: 'Embedded file', embed: 'Embedded file' },
};
const MEDIA_TAG = RegExp(`^<(${Object.keys(MEDIA).join('|')})\\s([^>]*)`, 'i');
const SOURCE = /(?:^|\s)(?:src|data)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g;

const withoutOpenTag = (html: string): string => {
  const end = html.lastIndexOf('>') + 1;
  const start = html.slice(end).search(/<\/?[a-z]/i);
  return start === -1 ? html : html.slice(0, end + start);
};

/** Writes attributes without classes, which are reserved for the renderer. */
const writeAttributes = (source: string): string =>
  Array.from(source.matchAll(ATTRIBUTE))
    .slice(0, ATTRIBUTES_MAX)
    .filter(([, name]) => name?.toLowerCase() !== 'class')
    .map(([, name = '', value = '']) => {
      const text = /^["']/.test(value) ? value.slice(1, -1) : value;
      return ` ${name}="${text.replaceAll('"', '&quot;')}"`;
    })
    .join('');

const createTagWriter = () => {
  const unclosed: { name: string; parent: Parents }[] = [];
  let tags = 0;

  const isLast = (name: string, parent: Parents): boolean => {
    const last = unclosed.at(-1);
    return last?.name === name && last.parent === parent;
  };

  const writeEnd = (name: string, parent: Parents): string => {
    if (VOID.has(name)) return '';
    if (isLast(name, parent)) unclosed.pop();
    return `</${name}>`;
  };

  const writeStart = (name: string, attributes: string, parent: Parents): string => {
    const start = `<${name}${REOPENED.has(name) ? '' : writeAttributes(attributes)}>`;
    // `<a name="x"/>` is an anchor; as HTML, it would contain everything that follows.
    if (name === 'a') return attributes.endsWith('/') ? `${start}</a>` : start;
    if (VOID.has(name)) return start;
    if (SELF_ENDING.has(name) && isLast(name, parent)) unclosed.pop();
    if (unclosed.length >= UNCLOSED_MAX) return '';
    unclosed.push({ name, parent });
    return start;
  };

  return (isEnd: boolean, name: string, attributes: string, parent: Parents): string => {
    if (!STORED.has(name)) return '';
    if (tags >= TAGS_MAX && !(isEnd && isLast(name, parent))) return '';
    const reopened = unclosed.filter((tag) => REOPENED.has(tag.name)).length;
    tags += 1 + Math.min(reopened, REOPENED_MAX);
    return isEnd ? writeEnd(name, parent) : writeStart(name, attributes, parent);
  };
};

type WriteTag = ReturnType<typeof createTagWriter>;

/** Returns a link in place of a media element; empty for others. */
const writeMediaLink = (tag: string, parent: Parents, writeTag: WriteTag): string => {
  const [, name = '', attributes = ''] = MEDIA_TAG.exec(tag) ?? [];
  const address = SOURCE.exec(attributes)?.slice(1).find(Boolean)?.trim() ?? '';
  if (address === '' || !isSafeSource(address)) return '';
  const label = /\.(?:mp3|m4a|og[ag]|opus|wav|flac|aac)$/i.test(address)
    ? 'Audio'
    : MEDIA[name.toLowerCase()];
  const text = `${label ?? ''}: ${address.replace(/^(?:https?:)?\/\/|[?#].*$/g, '')}`;
  const start = writeTag(false, 'a', `href="${address.replaceAll('"', '&quot;')}"`, parent);
  return start + text.replaceAll('<', '&lt;') + writeTag(true, 'a', '', parent);
};

/** `{{<name>}}` is not HTML, but a placeholder of a site generator, which is kept. */
const isShortcode = ({ children }: Parents, index: number): boolean => {
  const [before, after] = [children[index - 1], children[index + 1]];
  return before?.type === 'text' && before.value.endsWith('{{') && after?.type === 'text';
};

const LINE_BREAK = /^<br\s*\/?>$/i;

/** Removes invisible and excessive HTML from a text. */
export const limitRawHtml = () => (tree: Root) => {
  const writeTag = createTagWriter();
  const limit = (html: string, parent: Parents): string =>
    withoutOpenTag(html).replace(
      TOKEN,
      (token, _hidden, slash?: string, name?: string, attributes?: string) => {
        const link = writeMediaLink(token, parent, writeTag);
        if (link !== '') return link;
        if (name === undefined) return token === '<' ? '&lt;' : '';
        return writeTag(slash === '/', name.toLowerCase(), attributes ?? '', parent);
      },
    );

  visit(tree, 'html', (node, index, parent) => {
    if (!parent || index === undefined) return;
    const next = parent.children[index + 1];
    if (isShortcode(parent, index)) {
      parent.children[index] = { type: 'text', value: node.value };
      return;
    }
    // A line that ends with `<br>` must break only once; a Markdown line break has a position.
    if (LINE_BREAK.test(node.value) && next?.type === 'break' && !next.position) {
      parent.children.splice(index + 1, 1);
    }
    node.value = limit(node.value, parent);
  });
};

/** Passes HTML on to `parseRawHtml`, unless it is empty. */
export const keepRawHtml = (_state: unknown, { value }: Html): ElementContent | undefined =>
  value.trim() === '' ? undefined : { type: 'raw', value };

const nameAnchors = (tree: HastRoot): void => {
  visit(tree, { tagName: 'a' }, ({ properties }) => {
    if (typeof properties.name === 'string') properties.id ??= properties.name;
  });
};

const hasRawHtml = (tree: HastRoot): boolean => {
  let result = false;
  visit(tree, 'raw', () => {
    result = true;
    return EXIT;
  });
  return result;
};

/** Parses the HTML in a text like browsers; a text without HTML is unchanged. */
export const parseRawHtml = () => {
  const parse = rehypeRaw();
  return (tree: HastRoot, file: Parameters<typeof parse>[1]): HastRoot => {
    if (!hasRawHtml(tree)) return tree;
    const parsed = parse(tree, file);
    nameAnchors(parsed);
    return parsed;
  };
};
