import { expect, type Locator, type Page } from '@playwright/test';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './site.ts';

/** Fills in and submits the login form of a page or dialog. */
export const fillLogin = async (
  container: Page | Locator,
  password = ADMIN_PASSWORD,
): Promise<void> => {
  await container.getByLabel('Email').fill(ADMIN_EMAIL);
  await container.getByLabel('Password').fill(password);
  await container.getByRole('button', { name: 'Sign in' }).click();
};

/** Signs in with the API and opens an admin page. */
export const openAsAdmin = async (page: Page, path = '/admin'): Promise<void> => {
  const data = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
  const response = await page.request.post('/api/auth/login', { data });
  expect(response.ok()).toBe(true);
  await page.goto(path);
};

/** Ends the session on the browser's side: a response that is still to come may renew it. */
export const endSession = (page: Page): Promise<void> =>
  expect(async () => {
    await page.context().clearCookies();
    // Its response comes after those of earlier requests.
    await page.evaluate(() => fetch('/api/auth/me'));
    expect(await page.context().cookies()).toEqual([]);
  }).toPass();

/** The dialog in which one signs in again in place. */
export const sessionDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Your session has ended' });
