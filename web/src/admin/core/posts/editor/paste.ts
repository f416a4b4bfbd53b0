import type { ClipboardEvent } from 'react';
import { isInCode } from './list-edits.ts';
import { insertBlock, insertInline, linkOver } from './markdown-edits.ts';
import { replaceText, selectionOf } from './text-area.ts';

/** A quick check for formatting, so that long texts without any are pasted fast. */
const MAY_BE_FORMATTED =
  /<(?:a|b|blockquote|code|del|em|h[1-6r]|i|img|li|pre|s|strong|table)[\s>]|font-(?:weight|style)/i;

/** Turns tab-separated cells, copied without HTML, into a table; undefined for any other text. */
export const tableOf = (plain: string): string | undefined => {
  const rows = plain
    .replace(/[\r\n]+$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t'));
  const [heading = [], ...others] = rows;
  const isTable =
    heading.length > 1 &&
    heading.every((cell) => cell.trim() !== '') &&
    others.length > 0 &&
    others.every((row) => row.length === heading.length);
  if (!isTable) return undefined;
  const written = [heading, heading.map(() => '---'), ...others].map(
    (row) => `| ${row.map((cell) => cell.trim().replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return written.join('\n');
};

const convert = async (html: string) => (await import('./html-to-markdown.ts')).markdownOf(html);

const insertConverted = async (
  area: HTMLTextAreaElement,
  html: string,
  plain: string,
): Promise<void> => {
  const { markdown, isBlock } = (await convert(html).catch(() => undefined)) ?? {
    markdown: plain.replaceAll('\r\n', '\n'),
    isBlock: false,
  };
  const insert = isBlock ? insertBlock(markdown) : insertInline(markdown);
  replaceText(area, insert(selectionOf(area)));
};

/** Pastes a link over a selection, cells as a table, formatted content as Markdown; not in code. */
export const pasteFormatted = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
  const { clipboardData, currentTarget: area } = event;
  const selected = selectionOf(area);
  if (isInCode(selected.text, selected.start)) return;
  const plain = clipboardData.getData('text/plain');
  const html = clipboardData.getData('text/html');
  const table = html === '' ? tableOf(plain) : undefined;
  const edit =
    linkOver(selected, plain.trim()) ?? (table !== undefined && insertBlock(table)(selected));
  if (!edit && !MAY_BE_FORMATTED.test(html)) return;
  event.preventDefault();
  if (edit) replaceText(area, edit);
  else void insertConverted(area, html, plain);
};
