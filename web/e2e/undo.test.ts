// Needs: history, import
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { save, saveElsewhere, storedProfile, tagline } from './support/dashboard.ts';
import { expectLoaded, photoFile } from './support/files.ts';
import { loseResponses } from './support/requests.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const TIDES = postFile({ title: 'Tides', hidden: false }, 'One\n\nTwo');

test.use({ content: { 'profile.json': PROFILE, 'posts/tides.md': TIDES } });

test('a save is undone and redone from its message', async ({ page, site }) => {
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await test.step('that of an upload', async () => {
    await openAsAdmin(page, '/admin/uploads');
    await page.locator('input[type=file]').setInputFiles(await photoFile('dunes.webp'));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await undo.click();
    await expect(page.getByText('Undone: Uploaded 1 photo')).toBeVisible();
    await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();
  });

  await test.step('that of a form, by a click, and redone', async () => {
    await page.goto('/admin');
    await tagline(page).fill('Letters');
    await save(page);
    const message = page.getByRole('group', { name: 'Last change' });
    await expect(message.getByText('Profile updated')).toBeVisible();
    // One message for one act, and then only the offer.
    await expect(message).toHaveText('Undo');
    await undo.focus();
    await expectAccessible(page, { within: message });
    await undo.click();
    await expect(page.getByText('Undone: Profile saved')).toBeVisible();
    await expect(tagline(page)).toHaveValue('Notes');
    expect(site.file('profile.json')).toBe(PROFILE);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(tagline(page)).toHaveValue('Letters');
    expect(site.subject()).toBe('Redo "Update profile: tagline"');
  });

  await test.step('by keyboard alone, also on another page', async () => {
    await page.getByRole('link', { name: 'Manage blogs' }).click();
    await page.getByRole('button', { name: /^Hide/ }).first().press('Enter');
    await expect(page.getByText('Post hidden from public site')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Undone: “Tides” is hidden')).toBeVisible();
    expect(site.file('posts/tides.md')).toBe(TIDES);
  });

  await test.step('for ten seconds, and longer while it has the focus', async () => {
    await page.clock.install();
    await page.getByRole('button', { name: /^Hide/ }).first().click();
    await expect(page.getByText('Post hidden from public site')).toBeVisible();
    await page.clock.fastForward(9000);
    await undo.focus();
    await page.clock.fastForward(9000);
    await expect(undo).toBeVisible();
    await undo.blur();
    await page.clock.fastForward(10_000);
    await expect(undo).toBeHidden();
  });
});

test('a changed picture is shown before and after', async ({ page, site }) => {
  for (const name of ['tide.gif', 'dunes.webp']) {
    await site.push({ 'photos/beach.gif': (await photoFile(name)).buffer });
  }
  await openAsAdmin(page, `/admin/history/${site.commits()[0]}`);
  const images = page.getByRole('figure');
  await expect(images).toHaveText(['Before', 'After']);
  for (const image of await images.locator('img').all()) await expectLoaded(image);
});

test('any change is undone from the history, an overlap asked about', async ({ page, site }) => {
  await openAsAdmin(page);
  await saveElsewhere(page, { profile: { tagline: 'Letters', title: 'Writer' } });
  const profile = site.file('profile.json');
  await site.push({ 'profile.json': profile.replace('Letters', 'Essays') });
  await page.goto('/admin/history');
  await page.getByRole('link', { name: 'Update profile' }).click();
  const undo = page.getByRole('button', { name: 'Undo this change' });

  await test.step('closing the dialog changes nothing', async () => {
    await undo.click();
    const dialog = page.getByRole('dialog', { name: 'Changed again since' });
    await expect(dialog.getByRole('heading', { name: 'Profile' })).toBeVisible();
    await expect(dialog.getByRole('group', { name: 'Tagline' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(site.subjects()[0]).toBe('Change elsewhere');
  });

  await test.step('deciding undoes the rest', async () => {
    await undo.click();
    const dialog = page.getByRole('dialog', { name: 'Changed again since' });
    await dialog.getByLabel('Keep it as it is now').check();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByText('Change undone')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({ title: 'Poet', tagline: 'Essays' });
    await expect(page.getByText(/^Undone at \d\d:\d\d$/)).toBeVisible();
    await expect(undo).toHaveCount(0);
  });

  await test.step('an undo whose response is lost is done once', async () => {
    await page.goto('/admin/history');
    await page.getByRole('link', { name: /^Undid: update profile/ }).click();
    await loseResponses(page, '**/undo', { times: 1 });
    await undo.click();
    await expect(page.getByText('Change undone')).toBeVisible();
    expect(site.subjects().slice(0, 2)).toEqual([
      expect.stringMatching(/^Redo "Update profile/),
      expect.stringMatching(/^Undo "Update profile/),
    ]);
  });

  await page.goto(`/admin/history/${site.commits().at(-1)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Begin' })).toBeVisible();
  await expect(undo).toHaveCount(0);
});
