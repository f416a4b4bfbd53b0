import { samplePhoto } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { save, saveElsewhere, storedProfile, tagline } from './support/dashboard.ts';
import { pushElsewhere } from './support/push.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const TIDES = postFile({ title: 'Tides', hidden: false }, 'One\n\nTwo');

test.use({ content: { 'profile.json': PROFILE, 'posts/tides.md': TIDES } });

const subjects = (site: Site): string[] =>
  site.git('log', '--format=%s', 'main').trim().split('\n');

const profileFile = (site: Site): string => site.git('show', 'main:profile.json');

test('a save is undone and redone from its message', async ({ page, site }) => {
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await test.step('by a click', async () => {
    await openAsAdmin(page);
    await tagline(page).fill('Letters');
    await save(page);
    const message = page.getByRole('group', { name: 'Last change' });
    await expect(message.getByText('Profile updated')).toBeVisible();
    await expect(message.getByText('Profile saved')).toBeHidden();
    await expect(message.getByText('Profile saved')).toBeVisible();
    await expect(message.getByText('Profile updated')).toBeHidden();
    await undo.focus();
    await expectAccessible(page);
    await undo.click();
    await expect(page.getByText('Undone: Profile saved')).toBeVisible();
    await expect(tagline(page)).toHaveValue('Notes');
    expect(profileFile(site)).toBe(PROFILE);
  });

  await test.step('and redone', async () => {
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(tagline(page)).toHaveValue('Letters');
    expect(subjects(site)).toEqual([
      'Redo "Update profile: tagline"',
      'Undo "Update profile: tagline"',
      'Update profile: tagline',
      'Begin',
    ]);
  });

  await test.step('by keyboard alone, also on another page', async () => {
    await page.getByRole('link', { name: 'Manage blogs' }).click();
    await page.getByRole('button', { name: /^Hide/ }).first().press('Enter');
    await expect(page.getByText('Post hidden from public site')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Undone: “Tides” is hidden')).toBeVisible();
    expect(site.git('show', 'main:posts/tides.md')).toBe(TIDES);
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

test('a deleted post, an import, an upload and the defaults are undone with one click', async ({
  page,
  site,
}) => {
  const tree = () => site.git('rev-parse', 'main^{tree}');
  const begin = tree();
  const clickUndo = async (act: string) => {
    await expect.poll(tree).not.toBe(begin);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText(`Undone: ${act}`)).toBeVisible();
    expect(tree()).toBe(begin);
  };

  await test.step('a deletion', async () => {
    await openAsAdmin(page, '/admin/blogs');
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await clickUndo('“Tides” is deleted');
    await expect(page.getByRole('link', { name: 'Tides' })).toBeVisible();
  });

  await test.step('an import', async () => {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'waves.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Waves\n\nText\n'),
      });
    await page.getByRole('button', { name: 'Import selected .md files' }).click();
    await clickUndo('1 post added');
  });

  await test.step('an upload', async () => {
    await page.goto('/admin/uploads');
    const buffer = Buffer.from(await samplePhoto('dunes.webp'));
    const file = { name: 'dunes.webp', mimeType: 'image/webp', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    const upload = page.getByRole('button', { name: /^Upload/ });
    if (await upload.isVisible()) await upload.click();
    await clickUndo('Uploaded 1 photo');
    await expect(page.getByText('dunes.webp')).toHaveCount(0);
    await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();
  });

  await test.step('the defaults', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Restore defaults' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore defaults' }).click();
    await clickUndo('The sample content is back');
    await expect(tagline(page)).toHaveValue('Notes');
  });
});

test('a changed picture is shown before and after, and a changed form with its labels', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  await saveElsewhere(page, { profile: { tagline: 'Letters' } });
  const [sent, next] = await Promise.all(
    ['tide.gif', 'dunes.webp'].map((name) => samplePhoto(name)),
  );
  await pushElsewhere(site, { 'photos/beach.gif': sent ?? null });
  await pushElsewhere(site, { 'photos/beach.gif': next ?? null });
  const [replaced, , saved] = site.commits();

  await page.goto(`/admin/history/${replaced ?? ''}`);
  const images = page.getByRole('figure');
  await expect(images).toHaveText(['Before', 'After']);
  for (const image of await images.locator('img').all()) {
    await expect(image).toHaveJSProperty('complete', true);
    await expect(image).not.toHaveJSProperty('naturalWidth', 0);
  }
  await page.goto(`/admin/history/${saved ?? ''}`);
  await expect(page.locator('dt')).toHaveText(['Tagline']);
  await expect(page.locator('dd').getByRole('deletion')).toHaveText('Notes');
  await expect(page.locator('dd').getByRole('insertion')).toHaveText('Letters');
});

test('any change is undone from the history, and an overlap is asked about', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  await saveElsewhere(page, { profile: { tagline: 'Letters', title: 'Writer' } });
  const profile = profileFile(site);
  await pushElsewhere(site, { 'profile.json': profile.replace('Letters', 'Essays') });
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
    expect(subjects(site)[0]).toBe('Change elsewhere');
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
    await page.route('**/undo', async (route) => {
      await route.fetch();
      await route.abort();
      await page.unroute('**/undo');
    });
    await undo.click();
    await expect(page.getByText('Change undone')).toBeVisible();
    expect(subjects(site)[0]).toMatch(/^Redo "Update profile/);
    expect(subjects(site)[1]).toMatch(/^Undo "Update profile/);
  });

  await test.step('the first commit has no such button', async () => {
    await page.getByRole('link', { name: 'Back to history' }).click();
    await page.getByRole('link', { name: 'Begin' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Begin' })).toBeVisible();
    await expect(undo).toHaveCount(0);
  });
});
