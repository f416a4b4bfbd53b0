/** TeX as on GitHub: in `$…$`, `$$…$$` and `` $`…`$ ``, and in blocks of code called `math`. */
import type { Root } from 'mdast';
import remarkMath from 'remark-math';
import type { Data, Processor } from 'unified';
import { visit } from 'unist-util-visit';

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

export const DISPLAY = 'math-display';

/** Marks the formulas in the lines of a text that are displayed: those between `$$`. */
export const markDisplayed = (tree: Root, markdown: string): void => {
  visit(tree, 'inlineMath', ({ data, position }) => {
    const isDisplayed = markdown[(position?.start.offset ?? 0) + 1] === '$';
    if (isDisplayed) data?.hProperties?.className?.push(DISPLAY);
  });
};
