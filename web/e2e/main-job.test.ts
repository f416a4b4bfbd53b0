import { expect, test } from './support/site.ts';
import { openAsAdmin } from './support/sign-in.ts';

test('visitors see a saved change, and an empty edit makes no commit', async ({ page, site }) => {
  await openAsAdmin(page);
  const save = page.getByRole('button', { name: 'Save changes' });
  await page.getByLabel('Tagline').fill('I build calm software.');
  await save.click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  expect(site.commits()).toHaveLength(2);
  expect(site.git('log', '-1', '--format=%an <%ae>')).toBe('Marit Ashgrove <ada@example.com>\n');
  expect(site.git('log', '-1', '--format=%B')).toMatch(
    /^Update profile: tagline\n\nKind: Update profile\nOperation-Id: [0-9a-f]{32}\.[0-9a-f]{16}\n/,
  );
  expect(site.git('diff', '--numstat', 'main~', 'main')).toBe('1\t1\tprofile.json\n');
  expect(site.git('diff', 'main~', 'main')).toContain('+  "tagline": "I build calm software.",');
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');

  const saved = page.waitForResponse('**/api/content');
  await save.click();
  expect((await saved).ok()).toBe(true);
  expect(site.commits()).toHaveLength(2);
  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page.getByText('I build calm software.')).toBeVisible();
});
