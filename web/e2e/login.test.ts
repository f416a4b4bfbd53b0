import { expectAccessible } from './support/accessibility.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

/** The login page, whatever it will return to. */
const LOGIN = /\/login(\?|$)/;

test('who asks for an admin page signs in first and then gets that very page', async ({ page }) => {
  await page.goto('/admin?from=test#narrative');
  await expect(page).toHaveURL(LOGIN);
  await fillLogin(page);
  await expect(page).toHaveURL('/admin?from=test#narrative');
  await expect(page.getByText('Signed in as ada@example.com')).toBeVisible();
});

test('both fields are required', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email and password are required.').first()).toBeVisible();
  await expectAccessible(page);
});

test('a wrong password is said so and nobody is signed in', async ({ page }) => {
  await page.goto('/login');
  await fillLogin(page, 'wrong');
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
  await page.goto('/admin');
  await expect(page).toHaveURL(LOGIN);
});

test('when the server can not be reached the failure is said so', async ({ page }) => {
  await page.goto('/login');
  await page.route('**/api/auth/login', (route) => route.abort());
  await fillLogin(page);
  await expect(page.getByText('Unable to log in. Please try again.').first()).toBeVisible();
});

for (const from of ['//evil.example/', '/\\evil.example', 'https://evil.example', 'javascript:1']) {
  test(`signing in never leads to ${from}`, async ({ page }) => {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await fillLogin(page);
    await expect(page).toHaveURL('/admin');
  });
}

test('signing out returns to the login page and ends the session', async ({ page }) => {
  await openAsAdmin(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/admin');
  await expect(page).toHaveURL(LOGIN);
});

test('a failed sign-out is said so and stays on the page', async ({ page }) => {
  await openAsAdmin(page);
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Unable to log out. Please try again.')).toBeVisible();
  await expect(page).toHaveURL('/admin');
});

test('the session is verified on a screen that says so', async ({ page }) => {
  await page.route('**/api/auth/me', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByText('Verifying your session')).toBeVisible();
});

test('the login page is accessible, links back and tells about short sessions', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByText(/expire after a short/i)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /public site|back to/i })
    .first()
    .click();
  await expect(page).toHaveURL('/');
});
