import type { Locator, Page } from '@playwright/test';
import { expect, type Site } from './site.ts';

/** Helpers for tests of the dashboard. */

/** Saves a form, and waits for the message if one is given. */
export const save = async (page: Page, message?: string): Promise<void> => {
  await page.getByRole('button', { name: 'Save changes' }).click();
  if (message !== undefined) await expect(page.getByText(message)).toBeVisible();
};

export const tagline = (page: Page): Locator => page.getByLabel('Tagline', { exact: true });

/** The profile in the newest commit. */
export const storedProfile = (site: Site): unknown => JSON.parse(site.file('profile.json'));

/** Saves changes to the profile and the site in another session. */
export const saveElsewhere = async (
  page: Page,
  changes: { readonly profile?: object; readonly site?: object },
): Promise<void> => {
  const response = await page.request.get('/api/content');
  const content = (await response.json()) as { profile: object; site: object };
  for (const part of ['profile', 'site'] as const) {
    if (!changes[part]) continue;
    const data = { ...content[part], ...changes[part] };
    expect((await page.request.put(`/api/${part}`, { data })).ok()).toBe(true);
  }
};
