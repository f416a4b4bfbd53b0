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
  // `paths.test.ts` has more addresses.
  await page.goto(`/login?from=${encodeURIComponent('//evil.example/')}`);
  await expect(page).toHaveURL('/admin');
});

test('a failed sign-in shows the reason, and opens no session', async ({ page }) => {
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await page.route('**/api/auth/me', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('alert')).toHaveText('Unable to determine authentication state');
  await page.unroute('**/api/auth/me');
  await page.goto('/login');
  await expect(signIn).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
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
