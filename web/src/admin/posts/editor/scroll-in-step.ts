import { useEffect, type RefObject } from 'react';

/** A place in the text and the place in its preview that shows the same, in pixels from their tops. */
export interface Anchor {
  readonly text: number;
  readonly preview: number;
}

/** Where the preview shows what is at `place` in the text, in step between two anchors. */
export const previewPlaceOf = (anchors: readonly Anchor[], place: number): number => {
  const next = anchors.findIndex(({ text }) => text > place);
  const after = anchors[next === -1 ? anchors.length - 1 : next];
  const before = anchors[next - 1];
  if (!after) return 0;
  if (!before) return next === -1 ? after.preview : 0;
  const share = (place - before.text) / (after.text - before.text);
  return before.preview + share * (after.preview - before.preview);
};

const FENCE = /^ {0,3}(?:`{3}|~{3})/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;

/** How many rows are above each heading of a text whose rows have `columns` letters. */
export const headingRows = (text: string, columns: number): readonly number[] => {
  const found: number[] = [];
  let isCode = false;
  let rows = 0;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (!isCode && HEADING.test(line)) found.push(rows);
    rows += Math.max(1, Math.ceil(line.length / columns));
  }
  return found;
};

/** All letters of the text are as wide as this many of its font's heights: JetBrains Mono's are. */
const LETTER_EM = 0.6;

const topIn = (element: Element, container: Element): number =>
  element.getBoundingClientRect().top - container.getBoundingClientRect().top + container.scrollTop;

/** The headings, where the preview has the same ones, between the two ends. */
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
      isKnown ? { text: padding + (rows[index] ?? 0) * row, preview: topIn(heading, preview) } : [],
    ),
    { text: area.offsetHeight, preview: preview.scrollHeight },
  ];
};

/** Scrolls the preview to what is in view of the text: from the tops of both to their ends. */
const follow = (area: HTMLTextAreaElement, preview: HTMLElement): void => {
  const { top, height } = area.getBoundingClientRect();
  // Without what the bar below the form covers.
  const covered = Number.parseFloat(
    getComputedStyle(document.documentElement).scrollPaddingBlockEnd,
  );
  const visible = Math.min(height, innerHeight - (covered || 0));
  const scrolled = Math.min(Math.max(0, -top), height - visible);
  const progress = height > visible ? scrolled / (height - visible) : 0;
  const place = previewPlaceOf(anchorsOf(area, preview), scrolled + progress * visible);
  preview.scrollTop = place - progress * preview.clientHeight;
};

/** Scrolls the preview, whose one child is what it shows, in step with the text in the page. */
export const useScrollInStep = (
  area: RefObject<HTMLTextAreaElement | null>,
  preview: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    let frame = 0;
    const scroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (area.current && preview.current) follow(area.current, preview.current);
      });
    };
    // What is typed, and pictures that arrive, make the preview longer.
    const observer = new ResizeObserver(scroll);
    for (const child of preview.current?.children ?? []) observer.observe(child);
    addEventListener('scroll', scroll, { passive: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      removeEventListener('scroll', scroll);
    };
  }, [area, preview]);
};
