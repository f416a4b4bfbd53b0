import type { Locator, Page } from '@playwright/test';
import { expect } from './site.ts';

/** Helpers for tests of the form of a post. */

export const content = (page: Page): Locator => page.getByLabel('Content', { exact: true });

/** Presses the button of the form, which is labelled by what it does to the post. */
export const savePost = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(Save changes|Create blog)$/ }).click();

/** Saves with the button, which opens the list. */
export const saveAndReturn = async (page: Page): Promise<void> => {
  await savePost(page);
  await expect(page).toHaveURL('/admin/blogs');
};

/** Saves with the keys, which leave the form open. */
export const saveInPlace = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
};

export const selectText = (page: Page, start: number, end: number): Promise<void> =>
  content(page).evaluate(
    (area: HTMLTextAreaElement, range) => {
      area.focus();
      area.setSelectionRange(...range);
    },
    [start, end] as const,
  );

/** The start and the end of the selection in the text. */
export const selection = (page: Page): Promise<number[]> =>
  content(page).evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]);
