import { trustedHtml } from '../../../site/trusted-html.ts';
import { addedWords, wordsIn, type PageWord } from './differences.ts';

/** How a page differs from another version of it. */
export type PageDifference =
  | { readonly kind: 'same' | 'missing' | 'unknown' }
  | { readonly kind: 'different'; readonly words: number; readonly images: number };

const NAME = 'difference';
const STYLE = `
::highlight(${NAME}) {
  background-color: light-dark(#ffe28a, #6b5200);
  color: light-dark(#1d1f1c, #fff);
}
`;

const MAIN = /<main[^]*<\/main>/;

const mainOf = (page: Document): Element => page.querySelector('main') ?? page.body;

/** The address without the part that names the version. */
const imageOf = (image: HTMLImageElement): string =>
  (image.getAttribute('src') ?? '').replace(/^\/past\/[0-9a-f]+/, '');

/** Scrolls to the first mark unless it is in view. */
const showFirst = (frame: Window, range: Range | undefined): void => {
  const { top } = range?.getBoundingClientRect() ?? { top: 0 };
  if (top < 0 || top > frame.innerHeight) frame.scrollBy({ top: top - frame.innerHeight / 3 });
};

const markWords = (frame: Window & typeof globalThis, words: readonly PageWord[]): void => {
  const ranges = words.map(({ node, start, text }) => {
    const range = node.ownerDocument.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + text.length);
    return range;
  });
  // The page's content security policy forbids inline styles, so use a constructed sheet.
  const sheet = new frame.CSSStyleSheet();
  sheet.replaceSync(STYLE);
  frame.document.adoptedStyleSheets = [sheet];
  frame.CSS.highlights.set(NAME, new frame.Highlight(...ranges));
  showFirst(frame, ranges[0]);
};

const markImages = (images: readonly HTMLImageElement[]): void => {
  for (const image of images) {
    image.style.outline = '4px solid light-dark(#d9a400, #c79a12)';
    image.style.outlineOffset = '3px';
  }
};

/** Older browsers lack the CSS Custom Highlight API, and a removed frame has no `CSS` object. */
const highlightsOf = (frame: Window & typeof globalThis): HighlightRegistry | undefined =>
  (frame.CSS as Partial<typeof CSS> | undefined)?.highlights;

/** Removes the marks from a page in a frame. */
export const clearMarks = (frame: Window & typeof globalThis): void => {
  const highlights = highlightsOf(frame);
  if (!highlights) return;
  highlights.delete(NAME);
  for (const image of frame.document.querySelectorAll('img')) image.style.outline = '';
};

/** Marks what the page in a frame has and the page at another address of this site lacks. */
export const markDifferences = async (
  frame: Window & typeof globalThis,
  other: string,
  signal: AbortSignal,
): Promise<PageDifference> => {
  const response = await fetch(other, { signal });
  if (response.status === 404 || response.redirected) return { kind: 'missing' };
  if (!response.ok) return { kind: 'unknown' };
  // Only `main`: this document's policy would forbid the styles in the page's head.
  const [main = ''] = MAIN.exec(await response.text()) ?? [];
  const page = new DOMParser().parseFromString(trustedHtml(main).__html, 'text/html');
  signal.throwIfAborted();
  const words = addedWords(wordsIn(mainOf(frame.document)), wordsIn(mainOf(page)));
  if (!words || !highlightsOf(frame)) return { kind: 'unknown' };
  const known = new Set(
    [...page.querySelectorAll('main img')].map((element) => imageOf(element as HTMLImageElement)),
  );
  const images = [...frame.document.querySelectorAll<HTMLImageElement>('main img')];
  const pictures = images.filter((image) => !known.has(imageOf(image)));
  markWords(frame, words);
  markImages(pictures);
  if (words.length + pictures.length === 0) return { kind: 'same' };
  return { kind: 'different', words: words.length, images: pictures.length };
};
