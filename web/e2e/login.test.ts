// Needs: account
import { expectAccessible } from './support/accessibility.ts';
import { holdRequests } from './support/requests.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, test } from './support/site.ts';

/** The login page, with any return address. */
const LOGIN = /\/login(\?|$)/;

test('an admin page asks to sign in and then opens', async ({ page }) => {
  await page.goto('/admin?from=test#narrative');
  await expect(page).toHaveURL(LOGIN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Email and password are required.',
  );
  await expectAccessible(page);
  await fillLogin(page, 'wrong');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await fillLogin(page);
  await expect(page).toHaveURL('/admin?from=test#narrative');
  await expect(page.getByText('Signed in as ada@example.com')).toBeVisible();
  // `paths.test.ts` has more addresses.
  await page.goto(`/login?from=${encodeURIComponent('//evil.example/')}`);
  await expect(page).toHaveURL('/admin');
});

test('signing out everywhere ends the sessions of other browsers', async ({ page, browser }) => {
  await openAsAdmin(page, '/admin/account');
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const elsewhere = await other.newPage();
  await openAsAdmin(elsewhere);
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' });
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });

  await everywhere.click();
  await expect(dialog).toContainText('in this browser and in every other one');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(everywhere).toBeFocused();
  await elsewhere.reload();
  await expect(elsewhere.getByText('Signed in as')).toBeVisible();

  await everywhere.click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  await elsewhere.goto('/admin');
  await expect(elsewhere).toHaveURL(LOGIN);
  await other.close();
});

test('a form that is submitted before its code has loaded is not lost', async ({ page }) => {
  const send = await holdRequests(page, '**/assets/login-page-*.js');
  await page.goto('/login', { waitUntil: 'load' });
  await page.getByLabel('Email').fill(ADMIN_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN_EMAIL);
  send();
  await expect(page).toHaveURL('/admin');
});
