import { expect, test } from './support/site.ts';
import { openAsAdmin } from './support/sign-in.ts';

test('the administrator edits the profile, and visitors see it', async ({ page, site }) => {
  await openAsAdmin(page);
  await page.getByLabel('Tagline').fill('I build calm software.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();

  expect(site.commits()).toHaveLength(2);
  expect(site.git('log', '-1', '--format=%an <%ae>')).toBe('ada <ada@example.com>\n');
  expect(site.git('log', '-1', '--format=%B')).toMatch(
    /^Update profile\n\nCo-authored-by: ada <ada@example.com>\nOperation-Id: \w{26}\n/,
  );
  expect(site.git('diff', '--numstat', 'main~', 'main')).toBe('1\t1\tprofile.json\n');
  expect(site.git('diff', 'main~', 'main')).toContain('+  "tagline": "I build calm software.",');
  expect(site.git('fsck', '--strict')).toBe('');

  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page.getByText('I build calm software.')).toBeVisible();
});

test('saving without an edit makes no commit', async ({ page, site }) => {
  await openAsAdmin(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  expect(site.commits()).toHaveLength(1);
});
