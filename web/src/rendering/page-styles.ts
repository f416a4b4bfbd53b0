/** Inlines only the rules that a page needs; the whole style sheet is loaded with the scripts. */

/** A rule, or an at-rule with all rules in it. */
interface Rule {
  readonly css: string;
  /**
   * For each selector the element and class names, as `a` and `.prose`, that it requires outside of
   * parentheses. Empty if the rule applies to every page.
   */
  readonly needs: readonly (readonly string[])[];
}

const STYLE = /<style>([^]*?)<\/style>/;
/** Minified, with at most one level of nesting. */
const RULE = /[^{}]+\{(?:[^{}]|\{[^{}]*\})*\}/g;
/** The selectors of a rule, which may be in an at-rule. */
const SELECTORS = /([^{}]+)\{[^{}]*\}/g;
const IN_PARENTHESES = /\([^()]*\)/g;
const NOT_A_NAME = /\[[^\]]*\]|::?[\w-]+|#[\w-]+|@.*/g;
const NAME = /\.?[\w-]+/g;

const withoutParentheses = (selectors: string): string => {
  const rest = selectors.replace(IN_PARENTHESES, '');
  return rest === selectors ? rest : withoutParentheses(rest);
};

const needsOf = (selectors: string): string[][] =>
  withoutParentheses(selectors)
    .split(',')
    .map((selector) => selector.replace(NOT_A_NAME, ' ').match(NAME) ?? []);

const ruleOf = (css: string): Rule => {
  const blocks = css.startsWith('@keyframes') ? [] : [...css.matchAll(SELECTORS)];
  return { css, needs: blocks.flatMap(([, selectors = '']) => needsOf(selectors)) };
};

const rulesOf = (styles: string): Rule[] => {
  const rules = styles.match(RULE) ?? [];
  if (rules.join('') !== styles) throw new Error('The style sheet has at-rules in at-rules');
  return rules.map(ruleOf);
};

const NAMED = /<([a-z][a-z\d]*)|\sclass="([^"]*)"/g;

const namesIn = (html: string): ReadonlySet<string> => {
  const names = new Set(['html', 'body']);
  for (const [, element, classes] of html.matchAll(NAMED)) {
    if (element !== undefined) names.add(element);
    for (const name of classes?.split(' ') ?? []) names.add(`.${name}`);
  }
  return names;
};

/** Returns a function that removes the rules for nothing in `html` from the first `<style>`. */
export const createPageDocument = (document: string): ((html: string) => string) => {
  const [element, styles = ''] = STYLE.exec(document) ?? [];
  if (element === undefined) throw new Error('The document has no styles');
  const rules = rulesOf(styles);
  return (html) => {
    const names = namesIn(html);
    const needed = rules.filter(
      ({ needs }) =>
        needs.length === 0 || needs.some((all) => all.every((name) => names.has(name))),
    );
    return document.replace(
      element,
      () => `<style>${needed.map(({ css }) => css).join('')}</style>`,
    );
  };
};
