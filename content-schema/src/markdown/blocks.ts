import type { Element, Root } from 'hast';
import { toString } from 'mdast-util-to-string';
import temml from 'temml';
import { visit } from 'unist-util-visit';
import { DISPLAY } from './math.ts';

/** The most characters of a code block to highlight, since the patterns can be slow. */
const HIGHLIGHT_MAX = 20_000;
const LANGUAGE_CLASS = 'language-';

const classesOf = ({ properties: { className } }: Element): string[] =>
  Array.isArray(className) ? className.map(String) : [];

export const skipLongCode = () => (tree: Root) => {
  visit(tree, { tagName: 'code' }, (code: Element) => {
    if (toString(code).length <= HIGHLIGHT_MAX) return;
    code.properties.className = [...classesOf(code), 'no-highlight'];
  });
};

const nameLanguage = (pre: Element): void => {
  pre.properties.tabIndex = 0;
  const [code] = pre.children;
  if (code?.type !== 'element') return;
  const language = classesOf(code).find((name) => name.startsWith(LANGUAGE_CLASS));
  if (language !== undefined) pre.properties.dataLanguage = language.slice(LANGUAGE_CLASS.length);
};

const nameCheckbox = ({ properties }: Element): void => {
  properties.ariaLabel = properties.checked ? 'Done' : 'To do';
};

const loadLate = ({ properties }: Element): void => {
  properties.loading = 'lazy';
  properties.decoding = 'async';
};

const VIDEO =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?|shorts\/|live\/)|youtu\.be\/|(?:www\.)?vimeo\.com\/\d)/;

/** A link to a video, alone in its paragraph, is shown as a picture; nothing is loaded from there. */
const showVideoLink = ({ children: [link, ...others] }: Element): void => {
  if (others.length > 0 || link?.type !== 'element' || !VIDEO.test(String(link.properties.href)))
    return;
  if (toString(link) !== '') link.properties.className = ['video-link'];
};

const ENRICHED = new Map([
  ['p', showVideoLink],
  ['pre', nameLanguage],
  ['input', nameCheckbox],
  ['img', loadLate],
]);

const scrollable = (child: Element, label: string, tagName = 'div'): Element => ({
  type: 'element',
  tagName,
  properties: { className: ['table-scroll'], role: 'region', tabIndex: 0, ariaLabel: label },
  children: [child],
});

/** Makes wide code and tables scrollable by keyboard, and adds missing accessible names. */
export const enrichBlocks = () => (tree: Root) => {
  let tables = 0;
  visit(tree, 'element', (element, index, parent) => {
    ENRICHED.get(element.tagName)?.(element);
    if (element.tagName !== 'table' || !parent || index === undefined) return;
    tables += 1;
    parent.children[index] = scrollable(element, tables === 1 ? 'Table' : `Table ${tables}`);
  });
};

/** The longest formula, and the length of all in a text; others stay TeX. 1,000 take 10 ms. */
const FORMULA_MAX = 5000;
const FORMULA_COST = 20;
const TOTAL_MAX = 100_000;
/** Commands whose output can grow exponentially, and those that make links and ids. */
const REJECTED =
  /\\(?:[gex]?def|(?:future)?let|\w*command|DeclareMathOperator|cancelto|equilibrium\w*|\w*lap|ce|pu|(?:eq)?ref|label|begin\s*\{CD\})(?![a-z])/i;

/** Returns MathML without styles, which the site's policy forbids; undefined for invalid TeX. */
const mathOf = (tex: string, isDisplay: boolean): Element | undefined => {
  if (tex.length > FORMULA_MAX || REJECTED.test(tex)) return undefined;
  try {
    const options = { throwOnError: true, trust: false, maxExpand: 100 };
    const html = temml
      .renderToString(tex, { ...options, displayMode: isDisplay, maxSize: [20, 500] })
      .replace(/ style="(?:color:([^;"]+))?[^"]*"/g, (_, colour?: string) =>
        colour === undefined ? '' : ` mathcolor="${colour}"`,
      );
    // Written by Temml, which escapes text; sanitising has removed all other raw nodes.
    const value = html.slice(html.indexOf('>') + 1, html.lastIndexOf('<'));
    const properties = {
      ...(isDisplay && { display: 'block' }),
      alttext: tex.replaceAll('<', '\\lt '),
    };
    return { type: 'element', tagName: 'math', properties, children: [{ type: 'raw', value }] };
  } catch {
    return undefined;
  }
};

/** Replaces code with TeX by MathML; TeX that is invalid or takes too long stays code. */
export const renderMath = () => (tree: Root) => {
  let [total, blocks] = [0, 0];
  visit(tree, 'element', (element, index, parent) => {
    const [only] = element.children;
    const isBlock = element.tagName === 'pre' && only?.type === 'element';
    const code = isBlock ? only : element;
    const classes = code.tagName === 'code' ? classesOf(code) : [];
    if (!parent || index === undefined || !classes.includes('language-math')) return;
    const tex = toString(code).replace(/^`|`$/g, '').trim();
    total += tex.length + FORMULA_COST;
    const isDisplay = isBlock || classes.includes(DISPLAY);
    const math = total > TOTAL_MAX ? undefined : mathOf(tex, isDisplay);
    if (!math) return;
    if (isDisplay) blocks += 1;
    parent.children[index] = isDisplay ? scrollable(math, `Formula ${blocks}`, 'span') : math;
  });
};
