import type { Page } from '@playwright/test';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './site.ts';

/** Fills in and sends the login form of the page that is open. */
export const fillLogin = async (page: Page, password = ADMIN_PASSWORD): Promise<void> => {
  await page.getByLabel('Email').fill(ADMIN_EMAIL);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Opens an admin page as the administrator. */
export const openAsAdmin = async (page: Page, path = '/admin'): Promise<void> => {
  await page.goto(path);
  await fillLogin(page);
  await page.waitForURL(path);
};
