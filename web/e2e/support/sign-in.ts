import type { Locator, Page } from '@playwright/test';
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

/** Opens an admin page as the administrator. */
export const openAsAdmin = async (page: Page, path = '/admin'): Promise<void> => {
  await page.goto(path);
  await fillLogin(page);
  await page.waitForURL(path);
};
