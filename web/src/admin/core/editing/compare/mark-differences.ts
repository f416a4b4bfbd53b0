import { diffArrays } from 'diff';
import { trustedHtml } from '../../../../site/trusted-html.ts';

export type PageDifference =
  | { readonly kind: 'same' | 'missing' | 'unknown' }
  | { readonly kind: 'different'; readonly words: number; readonly images: number };

interface PageWord {
  readonly text: string;
  readonly node: Text;
  readonly start: number;
}

/** Pages with more words are not compared, because it would take too long. */
const WORDS_MAX = 20_000;
const EDITS_MAX = 4_000;

const WORD = /\S+/g;

const wordsIn = (element: Element): PageWord[] => {
  const words: PageWord[] = [];
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    if (text.parentElement?.closest('script, style, title, .visually-hidden')) continue;
    for (const { 0: word, index } of text.data.matchAll(WORD)) {
      words.push({ text: word, node: text, start: index });
    }
  }
  return words;
};

/** The words of `words` that `others` lacks; undefined if there are too many to compare. */
const addedWords = (
  words: readonly PageWord[],
  others: readonly PageWord[],
): readonly PageWord[] | undefined => {
  if (words.length + others.length > WORDS_MAX) return undefined;
  const comparator = (other: PageWord, word: PageWord) => other.text === word.text;
  const parts = diffArrays([...others], [...words], { comparator, maxEditLength: EDITS_MAX });
  return parts?.flatMap(({ added, value }) => (added ? value : []));
};

const NAME = 'difference';
const STYLE = `
::highlight(${NAME}) {
  background-color: light-dark(#ffe28a, #6b5200);
  color: light-dark(#1d1f1c, #fff);
}
`;

const MAIN = /<main[^]*<\/main>/;

const mainOf = (page: Document): Element => page.querySelector('main') ?? page.body;

const imagesIn = (page: Document) => [...page.querySelectorAll<HTMLImageElement>('main img')];

/** The address without the part that names the version. */
const imageOf = (image: HTMLImageElement): string =>
  (image.getAttribute('src') ?? '').replace(/^\/past\/[0-9a-f]+/, '');

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
  const otherImages = new Set(imagesIn(page).map(imageOf));
  const images = imagesIn(frame.document).filter((image) => !otherImages.has(imageOf(image)));
  markWords(frame, words);
  markImages(images);
  if (words.length + images.length === 0) return { kind: 'same' };
  return { kind: 'different', words: words.length, images: images.length };
};
