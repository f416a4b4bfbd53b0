import { BLANK_LINES } from './parse.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&#x26;', '<': '&#x3C;' };

const linesOf = (text: string): string =>
  text.replace(/[&<]/g, (it) => ESCAPES[it] ?? it).replace(/\r?\n/g, '<br>\n');

/** Returns the HTML of a text's source; without `<p>` for `line` with a single paragraph. */
export const plainHtml = (markdown: string, shape: 'blocks' | 'line'): string => {
  const texts = markdown.split(BLANK_LINES).filter((text) => text.trim() !== '');
  const [only = '', ...others] = texts;
  if (shape === 'line' && others.length === 0) return linesOf(only.trim());
  return texts.map((text) => `<p>${linesOf(text.trim())}</p>`).join('\n');
};
