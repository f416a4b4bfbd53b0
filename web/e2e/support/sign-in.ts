import { expect, type Locator, type Page } from '@playwright/test';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './site.ts';

/** Fills in and sends the login form of the page, or of a dialog on it. */
export const fillLogin = async (
  place: Page | Locator,
  password = ADMIN_PASSWORD,
): Promise<void> => {
  await place.getByLabel('Email').fill(ADMIN_EMAIL);
  await place.getByLabel('Password').fill(password);
  await place.getByRole('button', { name: 'Sign in' }).click();
};

/** Opens an admin page as the administrator, who has signed in before. */
export const openAsAdmin = async (page: Page, path = '/admin'): Promise<void> => {
  const data = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
  const answer = await page.request.post('/api/auth/login', { data });
  expect(answer.ok()).toBe(true);
  await page.goto(path);
};
