import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { endSession, openAsAdmin } from './support/sign-in.ts';
import { ADMIN_PASSWORD, expect, KNOWN_ADDRESS, test } from './support/site.ts';

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/login');
};

/** Adds an authenticator in the device, with a verified user. Returns how to let the user act. */
const addAuthenticator = async (client: CDPSession) => {
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: false },
    },
  });
  return (enabled: boolean) =>
    client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
};

/** Whether the browser suggests passkeys in a field. */
const offerSuggestions = (page: Page, isOffered: boolean): Promise<void> =>
  page.evaluate((offers) => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(offers);
  }, isOffered);

test('a link that the doctor prints on the machine signs in', async ({ page, site }) => {
  const doctor = join(import.meta.dirname, '..', '..', 'api', 'dist', 'doctor.js');
  const output = execFileSync(process.execPath, [doctor, '--sign-in'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dirname(site.repository) },
    encoding: 'utf8',
  });
  await page.goto(`/login${/#sign-in=\S+/.exec(output)?.[0] ?? ''}`);
  await page.getByRole('button', { name: 'Sign in with this link' }).click();
  await expect(page).toHaveURL('/admin');
});

test.describe('at the public address', () => {
  test.use({ environment: KNOWN_ADDRESS });

  test('a passkey is added, signs in, is renamed and removed', async ({ page, browser }) => {
    const simulatePresence = await addAuthenticator(await page.context().newCDPSession(page));
    const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
    const dialog = page.getByRole('dialog');
    const passkeys = page.getByRole('list', { name: 'Passkeys' });

    await test.step('adding it needs the password', async () => {
      await openAsAdmin(page, '/admin/account');
      await expectAccessible(page);
      // These tests set the password by a variable.
      await expect(page.getByText('The variable ADMIN_PASSWORD_HASH sets')).toBeVisible();
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await dialog.getByLabel('Name').fill('Laptop');
      await dialog.getByLabel('Your password').fill('wrong');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(
        'This is not your current password',
      );
      await expectAccessible(page);
      await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD);
      await simulatePresence(true);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog).toBeHidden();
      await expect(passkeys.getByRole('listitem')).toHaveText(/^Laptop added .*not used yet/);
      await simulatePresence(false);
    });

    await test.step('it signs in on the login page', async () => {
      // A suggestion would be accepted before the button is clicked.
      await offerSuggestions(page, false);
      await signOut(page);
      await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
      await expect(withPasskey).toBeVisible();
      await simulatePresence(true);
      await withPasskey.click();
      await expect(page).toHaveURL('/admin');
      await simulatePresence(false);
      await offerSuggestions(page, true);
    });

    await test.step('the browser suggests it in the form of an ended session', async () => {
      await page.goto('/admin/account');
      await page.getByRole('button', { name: 'Rename Laptop' }).click();
      await endSession(page);
      await dialog.getByLabel('Name').fill('My laptop');
      await simulatePresence(true);
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await expect(passkeys.getByRole('listitem')).toHaveText(/^My laptop added .*last used/);
    });

    await test.step('once it is removed, it is neither accepted nor offered', async () => {
      await simulatePresence(false);
      const offer = page.waitForResponse('**/api/auth/passkeys/options');
      await signOut(page);
      const json = (await (await offer).json()) as unknown;
      await expect(withPasskey).toBeVisible();
      const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
      const elsewhere = await context.newPage();
      await openAsAdmin(elsewhere, '/admin/account');
      await elsewhere.getByRole('button', { name: 'Remove My laptop' }).click();
      const removal = elsewhere.getByRole('dialog');
      await removal.getByRole('button', { name: 'Remove' }).click();
      await expect(removal.getByLabel('Your password')).toHaveAccessibleDescription(
        'Enter your current password',
      );
      await removal.getByLabel('Your password').fill(ADMIN_PASSWORD);
      await removal.getByRole('button', { name: 'Remove' }).click();
      await expect(elsewhere.getByRole('dialog')).toBeHidden();
      await expect(elsewhere.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
      await context.close();
      await page.route('**/api/auth/passkeys/options', (route) => route.fulfill({ json }));
      await simulatePresence(true);
      await withPasskey.click();
      await expect(page.getByRole('alert')).toHaveText(/^This passkey was not accepted\./);
      await page.unrouteAll();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
      await expect(withPasskey).toBeHidden();
    });
  });
});
