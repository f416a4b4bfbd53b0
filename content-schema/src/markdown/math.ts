/** TeX as on GitHub: in `$…$`, `$$…$$` and `` $`…`$ ``, and in blocks of code called `math`. */
import type { Element, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkMath from 'remark-math';
import temml from 'temml';
import type { Data, Processor } from 'unified';
import { visit } from 'unist-util-visit';
import { classesOf, scrollable } from './blocks.ts';

type Constructs = NonNullable<NonNullable<Data['micromarkExtensions']>[number]['text']>;
type Construct = Extract<Constructs[string], { readonly tokenize: unknown }>;

/** A block that ends before the next blank line; an unclosed one would hide all that follows. */
const BLOCK = /^([ \t>]*)\$\$[ \t]*\r?\n(?:\1[ \t]*[^\s$][^\n]*\n)+\1\$\$[ \t]*\r?$/gm;

/** Not `$5 and $10`, nor a part of code: white space beside a single dollar is not TeX. */
const isMath = (source: string): boolean =>
  source.startsWith('$$')
    ? /^\$\$[^$`]*[^$`\s]/.test(source) && !source.includes('`')
    : /^\$(?:`[^`]+`|(?!\s)[^`]*[^\s\\`])\$$/.test(source);

const isLetterOrDigit = (code: number | null): boolean =>
  /[a-z\d]/i.test(String.fromCharCode(code ?? 0));

const inText = (math: Construct): Construct => ({
  ...math,
  previous(code) {
    return !isLetterOrDigit(code) && (math.previous?.call(this, code) ?? true);
  },
  tokenize(effects, ok, nok) {
    const end: typeof ok = (code) => {
      const token = this.events.at(-1)?.[1];
      const isValid = token && isMath(this.sliceSerialize(token)) && !isLetterOrDigit(code);
      return isValid ? ok(code) : nok(code);
    };
    return math.tokenize.call(this, effects, end, nok);
  },
});

/** Parses the TeX in `markdown`, in a parser for this text only. */
export function parseMath(this: Processor, markdown: string): void {
  remarkMath.call(this);
  const { micromarkExtensions = [] } = this.data();
  const { flow, text } = micromarkExtensions.pop() ?? {};
  const [block, inline] = [flow?.[36] as Construct, text?.[36] as Construct];
  const starts = new Set(
    Array.from(markdown.matchAll(BLOCK), ({ index, 1: prefix = '' }) => index + prefix.length),
  );
  const inFlow: Construct = {
    ...block,
    tokenize(effects, ok, nok) {
      return starts.has(this.now().offset) ? block.tokenize.call(this, effects, ok, nok) : nok;
    },
  };
  micromarkExtensions.push({ flow: { 36: inFlow }, text: { 36: inText(inline) } });
}

const DISPLAY = 'math-display';

/** Marks the formulas in the lines of a text that are displayed: those between `$$`. */
export const markDisplayed = (tree: MarkdownRoot, markdown: string): void => {
  visit(tree, 'inlineMath', ({ data, position }) => {
    const isDisplayed = markdown[(position?.start.offset ?? 0) + 1] === '$';
    if (isDisplayed) data?.hProperties?.className?.push(DISPLAY);
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
