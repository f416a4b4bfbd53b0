import type { ClipboardEvent } from 'react';
import { isInCode } from './list-edits.ts';
import { insertBlock, insertInline, linkOver } from './markdown-edits.ts';
import { replaceText, selectionOf } from './text-area.ts';

/** A quick check for formatting, so that long texts without any are pasted fast. */
const MAY_BE_FORMATTED =
  /<(?:a|b|blockquote|code|del|em|h[1-6r]|i|img|li|pre|s|strong|table)[\s>]|font-(?:weight|style)/i;

/** Loads the converter, which most pastes don't need. */
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

/**
 * Handles pasting into the text: an address over a selection becomes a link, and formatted content
 * becomes Markdown. In code both stay unchanged.
 */
export const pasteFormatted = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
  const { clipboardData, currentTarget: area } = event;
  const selected = selectionOf(area);
  if (isInCode(selected.text, selected.start)) return;
  const plain = clipboardData.getData('text/plain');
  const html = clipboardData.getData('text/html');
  const link = linkOver(selected, plain.trim());
  if (link === undefined && !MAY_BE_FORMATTED.test(html)) return;
  event.preventDefault();
  if (link) replaceText(area, link);
  else void insertConverted(area, html, plain);
};
