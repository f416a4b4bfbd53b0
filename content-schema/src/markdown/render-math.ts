/** Renders TeX as MathML. */
import type { Element, Root } from 'hast';
import { toString } from 'mdast-util-to-string';
import temml from 'temml';
import { visit } from 'unist-util-visit';
import { classesOf, scrollable } from './blocks.ts';
import { DISPLAY } from './math.ts';

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
