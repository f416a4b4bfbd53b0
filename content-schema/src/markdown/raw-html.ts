import type { ElementContent, Root as HastRoot } from 'hast';
import type { Html, Parents, Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import { EXIT, visit } from 'unist-util-visit';
import { ELEMENTS, HIDDEN_ELEMENTS } from './sanitize.ts';

/**
 * HTML in Markdown. The sanitiser decides what is safe. Before that, tags are written again, in a
 * form and a number that a parser reads in bounded time: its time and memory grow with the squares
 * of attributes, of open elements and of those that it opens again.
 */

/** Tags of one text that are read, with those that they open again; then, only the text is. */
const TAGS_MAX = 10_000;
const UNCLOSED_MAX = 300;
const ATTRIBUTES_MAX = 30;

const KEPT = new Set(ELEMENTS);
const VOID = new Set(['br', 'hr', 'img', 'input']);
/** They end where the next one begins. */
const SELF_ENDING = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th']);
/**
 * Left open, they are opened again in every block that follows; without attributes, at most three
 * of a kind (https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements).
 */
const REOPENED = new Set(['b', 'code', 'em', 'i', 's', 'strike', 'strong', 'tt']);
const REOPENED_MAX = 3 * REOPENED.size;

const COMMENT = /<!--(?:-?>|[^]*?(?:--!?>|$))|<[!?][^>]*>?/;
const HIDDEN = RegExp(`<(${HIDDEN_ELEMENTS.join('|')})(?=[\\s/>])[^]*?(?:</\\1\\s*>|$)`);
const TAG = /<(\/?)([a-z][a-z\d-]*)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/;
const TOKEN = RegExp(`${COMMENT.source}|${HIDDEN.source}|${TAG.source}|<`, 'gi');
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g;

/** A tag that never ends is none, and neither is what stands in it. */
const withoutOpenTag = (html: string): string => {
  const end = html.lastIndexOf('>') + 1;
  const start = html.slice(end).search(/<\/?[a-z]/i);
  return start === -1 ? html : html.slice(0, end + start);
};

/** Classes are the renderer's own. */
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
  let reopened = 0;

  const isLast = (name: string, parent: Parents): boolean => {
    const last = unclosed.at(-1);
    return last?.name === name && last.parent === parent;
  };

  const close = (name: string): void => {
    unclosed.pop();
    if (REOPENED.has(name)) reopened -= 1;
  };

  const writeEnd = (name: string, parent: Parents): string => {
    if (VOID.has(name)) return '';
    if (isLast(name, parent)) close(name);
    return `</${name}>`;
  };

  const writeStart = (name: string, attributes: string, parent: Parents): string => {
    const start = `<${name}${REOPENED.has(name) ? '' : writeAttributes(attributes)}>`;
    // `<a name="x"/>` is an anchor; read as HTML, it would hold all that follows.
    if (name === 'a') return attributes.endsWith('/') ? `${start}</a>` : start;
    if (VOID.has(name)) return start;
    if (SELF_ENDING.has(name) && isLast(name, parent)) close(name);
    if (unclosed.length >= UNCLOSED_MAX) return '';
    unclosed.push({ name, parent });
    if (REOPENED.has(name)) reopened += 1;
    return start;
  };

  return (isEnd: boolean, name: string, attributes: string, parent: Parents): string => {
    if (!KEPT.has(name)) return '';
    if (tags >= TAGS_MAX && !(isEnd && isLast(name, parent))) return '';
    tags += 1 + Math.min(reopened, REOPENED_MAX);
    return isEnd ? writeEnd(name, parent) : writeStart(name, attributes, parent);
  };
};

/** `{{<name>}}` is no HTML, but what site generators replace: it stays as it is typed. */
const isShortcode = ({ children }: Parents, index: number): boolean => {
  const [before, after] = [children[index - 1], children[index + 1]];
  return before?.type === 'text' && before.value.endsWith('{{') && after?.type === 'text';
};

const LINE_BREAK = /^<br\s*\/?>$/i;

/** Takes from the HTML in a text what is not for readers or too much. */
export const limitRawHtml = () => (tree: Root) => {
  const writeTag = createTagWriter();
  const limit = (html: string, parent: Parents): string =>
    withoutOpenTag(html).replace(
      TOKEN,
      (token, _hidden, slash?: string, name?: string, attributes?: string) => {
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
    // A line that ends with `<br>` is broken once, not twice; a typed break has a position.
    if (LINE_BREAK.test(node.value) && next?.type === 'break' && !next.position) {
      parent.children.splice(index + 1, 1);
    }
    node.value = limit(node.value, parent);
  });
};

/** Passes HTML on to `parseRawHtml`; what is empty by now leaves no empty line. */
export const keepRawHtml = (_state: unknown, { value }: Html): ElementContent | undefined =>
  value.trim() === '' ? undefined : { type: 'raw', value };

const nameAnchors = (tree: HastRoot): void => {
  visit(tree, { tagName: 'a' }, ({ properties }) => {
    if (typeof properties.name === 'string') properties.id ??= properties.name;
  });
};

const hasRawHtml = (tree: HastRoot): boolean => {
  let found = false;
  visit(tree, 'raw', () => {
    found = true;
    return EXIT;
  });
  return found;
};

/** Parses the HTML in a text as browsers do; a text without any stays as it is. */
export const parseRawHtml = () => {
  const parse = rehypeRaw();
  return (tree: HastRoot, file: Parameters<typeof parse>[1]): HastRoot => {
    if (!hasRawHtml(tree)) return tree;
    const parsed = parse(tree, file);
    nameAnchors(parsed);
    return parsed;
  };
};
