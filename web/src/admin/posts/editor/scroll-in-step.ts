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

/** How much of the text fits into the window, above the save bar. */
const visibleHeightOf = (area: HTMLTextAreaElement): number => {
  const covered = Number.parseFloat(
    getComputedStyle(document.documentElement).scrollPaddingBlockEnd,
  );
  return Math.min(area.offsetHeight, innerHeight - (covered || 0));
};

/** Scrolls the preview to the visible part of the text. */
const scrollPreview = (area: HTMLTextAreaElement, preview: HTMLElement): void => {
  const { top, height } = area.getBoundingClientRect();
  const visible = visibleHeightOf(area);
  const scrolled = Math.min(Math.max(0, -top), height - visible);
  const progress = height > visible ? scrolled / (height - visible) : 0;
  const position = previewPositionOf(anchorsOf(area, preview), scrolled + progress * visible);
  preview.scrollTop = position - progress * preview.clientHeight;
};

/** Scrolls the page to the part of the text that the preview shows. */
const scrollText = (area: HTMLTextAreaElement, preview: HTMLElement): void => {
  const { top, height } = area.getBoundingClientRect();
  const { scrollTop, scrollHeight, clientHeight } = preview;
  const progress = scrollTop / Math.max(1, scrollHeight - clientHeight);
  const swapped = anchorsOf(area, preview).map((anchor) => ({
    text: anchor.preview,
    preview: anchor.text,
  }));
  const position = previewPositionOf(swapped, scrollTop + progress * clientHeight);
  const scrolled = (position * (height - visibleHeightOf(area))) / height;
  const above = scrollY + top;
  // What is above the text scrolls away gradually, not at the first move.
  scrollTo({ top: scrolled + Math.min(scrolled, above), behavior: 'instant' });
};

/** What scrolls the text or the preview, depending on where it happens. */
const SCROLL_INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Scrolls the preview together with the text, both ways. Its content is its only child. */
export const useScrollInStep = (
  area: RefObject<HTMLTextAreaElement | null>,
  preview: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    let frame = 0;
    const pane = preview.current;
    /** Whether the pane was scrolled last, not the page. */
    let isPaneAhead = false;
    const follow = (isPane: boolean) => () => {
      if (isPane !== isPaneAhead) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (area.current && pane) (isPane ? scrollText : scrollPreview)(area.current, pane);
      });
    };
    const followPage = follow(false);
    const take = ({ target }: Event) => {
      isPaneAhead = target instanceof Node && pane?.contains(target) === true;
    };
    // Edits and loaded images change the height of the preview.
    const observer = new ResizeObserver(followPage);
    for (const child of pane?.children ?? []) observer.observe(child);
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal };
    addEventListener('scroll', followPage, options);
    pane?.addEventListener('scroll', follow(true), options);
    for (const type of SCROLL_INPUTS) addEventListener(type, take, { ...options, capture: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      controller.abort();
    };
  }, [area, preview]);
};
