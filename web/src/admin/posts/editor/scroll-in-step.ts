import { useEffect, type RefObject } from 'react';

/** Matching positions in the text and in its preview, in pixels from their tops. */
export interface Anchor {
  readonly text: number;
  readonly preview: number;
}

/** The position in the preview for one in the text, interpolated between two anchors. */
export const previewPositionOf = (anchors: readonly Anchor[], position: number): number => {
  const next = anchors.findIndex(({ text }) => text > position);
  const after = anchors[next === -1 ? anchors.length - 1 : next];
  const before = anchors[next - 1];
  if (!after) return 0;
  if (!before) return next === -1 ? after.preview : 0;
  const share = (position - before.text) / (after.text - before.text);
  return before.preview + share * (after.preview - before.preview);
};

const FENCE = /^ {0,3}(?:`{3}|~{3})/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;

/** The number of rows above each heading, for a text with `columns` characters per row. */
export const headingRows = (text: string, columns: number): readonly number[] => {
  const result: number[] = [];
  let isCode = false;
  let rows = 0;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (!isCode && HEADING.test(line)) result.push(rows);
    rows += Math.max(1, Math.ceil(line.length / columns));
  }
  return result;
};

/** The width of a character as a fraction of the font size, in most monospaced fonts. */
const LETTER_EM = 0.6;

const offsetWithin = (element: Element, container: Element): number =>
  element.getBoundingClientRect().top - container.getBoundingClientRect().top + container.scrollTop;

/** The anchors: both ends and, if the preview has the same headings, each heading. */
const anchorsOf = (area: HTMLTextAreaElement, preview: HTMLElement): readonly Anchor[] => {
  const style = getComputedStyle(area);
  const size = Number.parseFloat(style.fontSize);
  const row = Number.parseFloat(style.lineHeight);
  const padding = Number.parseFloat(style.paddingBlockStart);
  const width = area.clientWidth - 2 * Number.parseFloat(style.paddingInlineStart);
  const rows = headingRows(area.value, Math.max(1, Math.floor(width / (size * LETTER_EM))));
  const headings = [...preview.querySelectorAll('.prose :is(h1, h2, h3, h4, h5, h6)')];
  const isKnown = rows.length === headings.length;
  return [
    { text: 0, preview: 0 },
    ...headings.flatMap((heading, index) =>
      isKnown
        ? { text: padding + (rows[index] ?? 0) * row, preview: offsetWithin(heading, preview) }
        : [],
    ),
    { text: area.offsetHeight, preview: preview.scrollHeight },
  ];
};

/** Scrolls the preview to the visible part of the text. */
const scrollPreview = (area: HTMLTextAreaElement, preview: HTMLElement): void => {
  const { top, height } = area.getBoundingClientRect();
  // The height of the save bar.
  const covered = Number.parseFloat(
    getComputedStyle(document.documentElement).scrollPaddingBlockEnd,
  );
  const visible = Math.min(height, innerHeight - (covered || 0));
  const scrolled = Math.min(Math.max(0, -top), height - visible);
  const progress = height > visible ? scrolled / (height - visible) : 0;
  const position = previewPositionOf(anchorsOf(area, preview), scrolled + progress * visible);
  preview.scrollTop = position - progress * preview.clientHeight;
};

/** Scrolls the preview together with the text. Its content is its only child. */
export const useScrollInStep = (
  area: RefObject<HTMLTextAreaElement | null>,
  preview: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    let frame = 0;
    const pane = preview.current;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (area.current && pane) scrollPreview(area.current, pane);
      });
    };
    // Edits and loaded images change the height of the preview.
    const observer = new ResizeObserver(follow);
    for (const child of pane?.children ?? []) observer.observe(child);
    addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      removeEventListener('scroll', follow);
    };
  }, [area, preview]);
};
