import type { Route } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, test } from './support/site.ts';

/** The login page, with any return address. */
const LOGIN = /\/login(\?|$)/;

test('an admin page asks to sign in and then opens', async ({ page }) => {
  await page.goto('/admin?from=test#narrative');
  await expect(page).toHaveURL(LOGIN);
  await fillLogin(page);
  await expect(page).toHaveURL('/admin?from=test#narrative');
  await expect(page.getByText('Signed in as ada@example.com')).toBeVisible();
  for (const from of [
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example',
    'javascript:1',
  ]) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await expect(page).toHaveURL('/admin');
  }
});

test('a failed sign-in shows the reason, and opens no session', async ({ page }) => {
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await page.route('**/api/auth/me', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('alert')).toHaveText('Unable to determine authentication state');
  await page.unroute('**/api/auth/me');
  for (const [status, message] of [
    [401, 'Not authenticated'],
    [401, 'Authentication required'],
    [403, 'Not authenticated'],
  ] as const) {
    const reject = (route: Route) => route.fulfill({ status, json: { message } });
    await page.route('**/api/auth/me', reject);
    await page.goto('/login');
    await expect(signIn).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute('**/api/auth/me', reject);
  }
  await signIn.click();
  await expect(page.getByText('Email and password are required.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Email and password are required.',
  );
  await expectAccessible(page);
  await fillLogin(page, 'wrong');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await page.route('**/api/auth/login', (route) => route.abort());
  await fillLogin(page);
  await expect(page.getByRole('alert')).toHaveText('Unable to log in. Please try again.');
  await page.goto('/admin');
  await expect(page).toHaveURL(LOGIN);
});

test('signing out ends the session and opens the login page, or stays if it fails', async ({
  page,
}) => {
  await openAsAdmin(page);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/api/auth/logout', async (route) => {
    await failed;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Signing out…' })).toBeFocused();
  fail();
  await expect(page.getByText('Unable to log out. Please try again.')).toBeVisible();
  await expect(page).toHaveURL('/admin');
  await page.unroute('**/api/auth/logout');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/admin');
  await expect(page).toHaveURL(LOGIN);
});

test('signing out everywhere asks for confirmation, and ends the sessions of other browsers', async ({
  page,
  browser,
}) => {
  await openAsAdmin(page, '/admin/account');
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const elsewhere = await other.newPage();
  await openAsAdmin(elsewhere);
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' });
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });

  await test.step('nothing happens without confirmation', async () => {
    await everywhere.click();
    await expect(dialog).toContainText('in this browser and in every other one');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(everywhere).toBeFocused();
    await elsewhere.reload();
    await expect(elsewhere.getByText('Signed in as')).toBeVisible();
  });

  await test.step('a failure is shown, and the session continues', async () => {
    await page.route('**/api/auth/logout*', (route) => route.abort());
    await everywhere.click();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText('Unable to log out. Please try again.')).toBeVisible();
    await page.unroute('**/api/auth/logout*');
  });

  await test.step('all sessions end', async () => {
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL('/login');
    await elsewhere.goto('/admin');
    await expect(elsewhere).toHaveURL(LOGIN);
  });
  await other.close();
});

test('while the session is checked and while signing in, the page says so', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/auth/me', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByText('Verifying your session')).toBeVisible();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Checking session…' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.route('**/api/auth/login', () => new Promise(() => {}));
  await fillLogin(page);
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeFocused();
});

test('the login page is accessible, links back and mentions short sessions', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText(/expire after a short/i)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the public site' }).click();
  await expect(page).toHaveURL('/');
});

test('a form that is filled in and submitted before the code has loaded is not lost', async ({
  page,
}) => {
  let send = (): void => undefined;
  const released = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/assets/login-page-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMIN_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN_EMAIL);
  send();
  await expect(page).toHaveURL('/admin');
});
