// Needs: history
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { save, saveElsewhere, storedProfile, tagline } from './support/dashboard.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const conflictDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Changed elsewhere in the meantime' });

test('a conflict shows all versions, waits for a decision, and keeps mine', async ({
  page,
  site,
}) => {
  const dialog = conflictDialog(page);

  await openAsAdmin(page);
  const other = await page.context().newPage();
  await other.goto('/admin');
  await tagline(other).fill('Theirs.');
  await other.getByLabel('Title', { exact: true }).fill('Their title');
  await tagline(page).fill('Mine.');
  await page.getByLabel('Name', { exact: true }).fill('My Name');
  await save(other, 'Profile updated');

  await test.step('the save waits, and closing the dialog keeps the edits', async () => {
    await save(page);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Choose which version to keep.')).toBeVisible();
    await expect(tagline(page)).toHaveValue('Mine.');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('My Name');
    expect(site.commits()).toHaveLength(2);
  });

  await test.step('it is asked about again, also when the keys are pressed in quick succession', async () => {
    await page.getByRole('button', { name: 'Choose' }).click();
    await dialog.getByRole('button', { name: 'Decide later' }).click();
    await page.keyboard.press('Control+s');
    await expect(dialog).toBeVisible();
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Control+s')]);
    await expect(dialog).toBeVisible();
  });

  await test.step('keeping mine', async () => {
    const field = dialog.getByRole('group', { name: 'Tagline' });
    await expect(dialog.getByRole('group')).toHaveCount(1);
    await expect(field.getByText('I build quiet, dependable software')).toBeVisible();
    await expect(field.getByText('Mine.')).toBeVisible();
    await expect(field.getByText('Theirs.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({
      tagline: 'Mine.',
      title: 'Their title',
      name: 'My Name',
    });
    expect(site.git('diff', '--numstat', 'main~', 'main')).toBe('2\t2\tprofile.json\n');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Their title');
  });
});

test('a text is asked about by passage, with the words that changed', async ({ page, site }) => {
  const dialog = conflictDialog(page);
  const passage = (number: number) =>
    dialog.getByRole('group', { name: `Passage ${number} of 2`, exact: true });
  const base = ['The tide is low.', '', 'Boats lie in the mud.', '', 'Gulls wait for us.'];
  await openAsAdmin(page);
  await page.getByLabel('Summary').fill(base.join('\n'));
  await save(page, 'Profile updated');
  await page
    .getByLabel('Summary')
    .fill(base.with(0, 'The tide is very low.').with(4, 'Gulls wait for bread.').join('\n'));
  await saveElsewhere(page, {
    profile: { summary: base.with(0, 'The tide is quite low.').with(4, '').join('\n') },
  });
  await save(page);

  await test.step('only the words that differ are marked', async () => {
    await expect(passage(1).locator('ins')).toHaveText(['very ', 'quite ']);
    await expect(passage(2).locator('ins')).toHaveText('bread');
    await expect(passage(2).getByText('Removed')).toBeVisible();
    await expect(passage(2).getByText('Boats lie in the mud.')).toBeVisible();
    await expectAccessible(page);
  });

  const [author = ''] = site.git('log', '-1', '--format=%an', 'main').split('\n');
  const theirs = passage(1).getByLabel('Take theirs');
  await expect(theirs).toHaveAccessibleDescription(
    new RegExp(`^by ${author}, \\d+ \\w+ \\d{4}, \\d+:\\d+`),
  );

  await test.step('each passage is decided on its own', async () => {
    await passage(1).getByLabel('Take theirs').check();
    await passage(2).getByLabel('Edit', { exact: true }).check();
    await dialog.getByLabel('Summary, passage 2 of 2, edited').fill('\nGulls wait.');
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({
      summary: base.with(0, 'The tide is quite low.').with(4, 'Gulls wait.').join('\n'),
    });
  });
});
