import { expect, type Page } from '@playwright/test';

/**
 * The texts that a person reads on a page, in the order of the document: one for each element with
 * text of its own. Leaves out what only assistive technology reads, what is transparent, and words
 * that are cut off at an edge.
 */
const visibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCutOff = (box: DOMRect, element: Element | null): boolean => {
      if (element === null) return false;
      const { overflowX, position, clipPath } = getComputedStyle(element);
      if (clipPath.startsWith('inset(50%')) return true;
      const edge = element.getBoundingClientRect();
      const clips = overflowX !== 'visible' && element !== document.body;
      if (clips && (box.right > edge.right + 2 || box.left < edge.left - 2)) return true;
      return position !== 'fixed' && isCutOff(box, element.parentElement);
    };
    const isRead = (text: Node): boolean => {
      const element = text.parentElement;
      const options = { opacityProperty: true, visibilityProperty: true };
      if (!element?.checkVisibility(options) || text.textContent?.trim() === '') return false;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      return box.width > 1 && !isCutOff(box, element);
    };
    const textOf = (element: Element): string => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let text = '';
      while (walker.nextNode()) {
        const { currentNode } = walker;
        text += isRead(currentNode) ? (currentNode.textContent ?? '') : ' ';
      }
      return text.replace(/\s+/g, ' ').trim();
    };
    // A modal dialog hides what is behind it.
    const root = document.querySelector('dialog:modal') ?? document.body;
    return [...root.querySelectorAll(':not(script, style, option)')]
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && isRead(node)),
      )
      .map(textOf);
  });

const matches = (text: string, requested: string | RegExp): boolean =>
  typeof requested === 'string' ? text === requested : requested.test(text);

/** The texts that are missing, or not where they should be in the order. */
const missingIn = (texts: readonly string[], requested: readonly (string | RegExp)[]) => {
  let from = 0;
  return requested.filter((one) => {
    const index = texts.findIndex((text, at) => at >= from && matches(text, one));
    if (index !== -1) from = index + 1;
    return index === -1;
  });
};

/** Expects that a person can read these texts on the page, in this order. */
export const expectToRead = async (
  page: Page,
  screen: string,
  ...requested: readonly (string | RegExp)[]
): Promise<void> => {
  await expect
    .poll(async () => missingIn(await visibleTexts(page), requested).map(String), {
      message: `missing or out of order: ${screen}`,
      intervals: [50],
    })
    .toEqual([]);
};
