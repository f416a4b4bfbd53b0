// Needs: backup, checklist, connect, history
import type { Page } from '@playwright/test';
import type { Profile } from 'content-schema';
import { execSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/accessibility.ts';
import { save } from './support/dashboard.ts';
import { chooseFiles, expectLoaded, photoFile, type ChosenFile } from './support/files.ts';
import { git } from './support/git.ts';
import { watchCalls } from './support/requests.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const radio = (page: Page, name: string) => page.getByRole('radio', { name });

const GREEN = 'rgb(11, 93, 78)';
const INDIGO = 'rgb(74, 76, 144)';

/** Chooses a logo with the button, whose label changes. */
const chooseLogo = (page: Page, file: ChosenFile) =>
  chooseFiles(page.getByRole('button', { name: /^(Upload|Replace) logo$/ }), file);

test('one click saves all changed parts, and one click undoes them', async ({ page, site }) => {
  await openAsAdmin(page);
  const calls = watchCalls(page);
  await page.route('**/api/content', async (route) => {
    await expect(page.getByText('Saving site metadata...')).toBeVisible();
    await expect(page.getByText('Saving section copy...')).toBeVisible();
    await expect(page.getByText('Saving profile...')).toBeHidden();
    await route.continue();
  });

  await test.step('only the changed parts are saved', async () => {
    await page.getByLabel('Site title').fill('  Notes from the quay ');
    await page.getByLabel('Contact description').fill('Write to me, *briefly*.');
    await save(page, 'Site metadata updated');
    await expect(page.getByText('Section copy updated')).toBeVisible();
    await expect(page.getByText('Profile updated')).toBeHidden();
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual(['PATCH /api/content']);
    expect(site.git('diff', '--numstat', 'main~', 'main')).toBe(
      '1\t1\tsections.json\n1\t1\tsite.json\n',
    );
    expect(site.git('diff', 'main~', 'main')).toContain('+  "title": "Notes from the quay",');
  });
  await page.unroute('**/api/content');

  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page.getByRole('link', { name: 'notes from the quay' }).first()).toBeVisible();
  await expect(page.getByText('Write to me, briefly.')).toBeVisible();
  await page.goBack();

  await test.step('parts that were saved together are undone together', async () => {
    await page.getByLabel('Tagline').fill('Letters');
    await page.getByLabel('Site title').fill('Letters from the quay');
    await save(page, 'Profile updated');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone: Site metadata saved, Profile saved')).toBeVisible();
    await expect(page.getByLabel('Site title')).toHaveValue('Notes from the quay');
    await expect(page.getByText('Unsaved changes')).toBeHidden();
    expect(site.commits()).toHaveLength(4);
    expect(site.git('diff', '--stat', 'main~2', 'main')).toBe('');
  });

  await test.step('a colour is shown at once, by the server too, and can be taken back', async () => {
    await page.getByRole('slider', { name: 'Colour' }).fill('280');
    const sample = page.getByText('Button', { exact: true });
    await expect(sample.first()).toHaveCSS('background-color', INDIGO);
    await expect(sample.last()).toHaveCSS('background-color', 'rgb(177, 183, 250)');
    await save(page, 'Site metadata updated');
    expect(site.git('diff', 'main~', 'main')).toContain('+  "hue": 280');
    await page.getByRole('link', { name: 'View site' }).click();
    const contact = page.locator('[data-surface]');
    await expect(contact).toHaveCSS('background-color', INDIGO);
    await page.reload();
    await expect(contact).toHaveCSS('background-color', INDIGO);
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Use the default green' }).click();
    await expect(sample.first()).toHaveCSS('background-color', GREEN);
  });

  await test.step('a pairing of typefaces is shown at once, and pages load no others', async () => {
    await page.getByRole('radio', { name: 'Mono' }).check();
    await save(page, 'Site metadata updated');
    expect(site.git('diff', 'main~', 'main')).toContain('+  "typeface": "mono"');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveCSS('font-family', /monospace/);
    await page.goto('/blogs/reading-a-city-by-its-bridges-k3f9', { waitUntil: 'networkidle' });
    await expect(heading).toHaveCSS('font-family', /monospace/);
    await expect(page.locator('.prose > p').first()).toHaveCSS('font-family', /Instrument/);
    const loaded = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status !== 'unloaded').map(({ family }) => family),
    );
    expect(loaded).toContain('Instrument Sans Variable');
    expect(loaded.filter((family) => family.startsWith('Newsreader'))).toEqual([]);
    await page.goto('/admin');
    await page.getByRole('radio', { name: 'Serif' }).check();
  });

  await test.step('pages are in the language of the site, the admin area is in English', async () => {
    const root = page.locator('html');
    await expect(root).toHaveAttribute('lang', 'en');
    await page.getByLabel('Language', { exact: true }).fill('German');
    await save(page);
    const issue = page.getByRole('link', { name: 'Language must be a tag such as en' });
    await expect(issue).toBeVisible();
    await page.getByLabel('Language', { exact: true }).fill('de');
    await save(page, 'Site metadata updated');
    const diff = site.git('diff', 'main~', 'main');
    expect(diff).toContain('+  "lang": "de"');
    expect(diff).toMatch(/^-  "typeface": "mono"/m);
    await page.getByRole('link', { name: 'View site' }).click();
    await expect(root).toHaveAttribute('lang', 'de');
    await page.goBack();
    await expect(root).toHaveAttribute('lang', 'en');
    await page.goForward();
    await page.reload();
    await expect(root).toHaveAttribute('lang', 'de');
  });
});

test('a logo is uploaded, described, shown to visitors, and removed', async ({ page, site }) => {
  const logo = await photoFile('lighthouse.png');
  await openAsAdmin(page);

  await test.step('invalid logo files are refused', async () => {
    const gif = { name: 'tide.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
    await chooseLogo(page, gif);
    await expect(page.getByText('Logo must be PNG, SVG, JPG, or WEBP')).toBeVisible();
    await chooseLogo(page, { ...logo, buffer: Buffer.alloc(524_289) });
    await expect(page.getByText('Logo must be smaller than 512KB')).toBeVisible();
    await chooseLogo(page, { ...logo, buffer: Buffer.alloc(0) });
    await expect(page.getByText('Unable to read logo file')).toBeVisible();
    await expect(page.getByText('Unsaved changes')).toBeHidden();
    await chooseLogo(page, { ...logo, buffer: Buffer.from('not a picture at all') });
    await expect(page.getByText('Unable to read logo file')).toBeHidden();
    await save(page);
    await expect(page.getByText('Logo must be PNG, SVG, JPG, or WEBP').first()).toBeVisible();
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('the logo mode needs a logo with alt text', async () => {
    await page.getByRole('button', { name: 'Remove logo' }).click();
    await expect(radio(page, 'Logo')).toBeDisabled();
    const required = 'Upload a logo before enabling the logo home button';
    await expect(page.getByText(required).first()).toBeVisible();
    await expect(radio(page, 'Logo')).toHaveAccessibleDescription(required);
    await chooseLogo(page, logo);
    await expectLoaded(page.getByRole('img', { name: 'The logo' }));
    await radio(page, 'Logo').check();
    await save(page);
    const altRequired = page.getByText('Add alt text so the logo link remains accessible');
    await expect(altRequired.first()).toBeVisible();
  });

  await test.step('a logo with alt text is saved and shown', async () => {
    const alt = page.getByLabel('Logo alt text');
    await alt.fill('x'.repeat(81));
    await expect(alt).toHaveValue('x'.repeat(80));
    await alt.fill('A lighthouse, home');
    await save(page, 'Site metadata updated');
    expect(site.changedFiles()).toEqual([
      ...['A\tassets/logo.png', 'D\tassets/logo.svg', 'M\tsite.json'],
    ]);
    expect(JSON.parse(site.file('site.json'))).toMatchObject({
      homeButtonMode: 'logo',
      logo: { path: 'assets/logo.png', type: 'image/png', alt: 'A lighthouse, home' },
    });
    await page.goto('/');
    await expect(page.getByRole('img', { name: 'A lighthouse, home' })).toBeVisible();
  });

  await test.step('removing it restores the text', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Remove logo' }).click();
    await expect(radio(page, 'Text')).toBeChecked();
    await save(page, 'Site metadata updated');
    expect(site.changedFiles()).toEqual(['D\tassets/logo.png', 'M\tsite.json']);
  });
});

test('the defaults are restored after confirmation, by one commit, and undone', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  await page.getByLabel('Site title').fill('Not the default');
  await save(page, 'Site metadata updated');

  const restore = page.getByRole('button', { name: 'Restore defaults' });
  const dialog = page.getByRole('dialog', { name: 'Restore the default content?' });

  await restore.click();
  await expect(dialog).toContainText('replaced by the sample content');
  await expect(dialog).toContainText('stays in the history');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(restore).toBeFocused();

  await page.route('**/api/reset', (route) => route.abort());
  await restore.click();
  await dialog.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(page.getByText('Failed to reset content')).toBeVisible();
  await page.unroute('**/api/reset');
  await page.route('**/api/reset', async (route) => {
    await expect(page.getByText('Restoring defaults...')).toBeVisible();
    await route.continue();
  });
  await restore.click();
  await dialog.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(page.getByText('Defaults restored')).toBeVisible();
  await expect(page.getByLabel('Site title')).toHaveValue('Marit Ashgrove');
  expect(site.git('diff', '--stat', 'main~2', 'main')).toBe('');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone: The sample content is back')).toBeVisible();
  await expect(page.getByLabel('Site title')).toHaveValue('Not the default');
  expect(site.git('diff', '--stat', 'main~2', 'main')).toBe('');
});

test('the checklist unfolds, links to what is left to do, and drops what is done', async ({
  context,
  page,
  site,
}, testInfo) => {
  const profile = JSON.parse(site.file('profile.json')) as object;
  await site.push({ 'profile.json': JSON.stringify({ ...profile, name: 'Ada', title: 'Poet' }) });
  await openAsAdmin(page);
  const unfold = () => page.getByText(/^\d+ things? left to do · show$/).click();
  await unfold();
  const left = page.getByRole('region', { name: 'Left to do' });
  await expect(left.getByRole('listitem')).toContainText([
    ...['Connect GitHub', '23 parts of the sample are still public'],
    ...['What the night bus', 'Reading a city by its bridges', 'A note for three'],
  ]);
  await test.step('it links to where the content is stored, and shows the command that copies it', async () => {
    await page.goto('/admin#content-store');
    const store = page.getByRole('region', { name: 'Content store' });
    await expect(store).toBeFocused();
    await expect(store).toContainText('Up to date');
    await store.getByText('For developers').click();
    await expect(store).toContainText(`Repository${site.repository}Branchmain`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await store.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const copy = testInfo.outputPath('copy');
    execSync(`${command} ${copy}`, { stdio: 'ignore' });
    expect(git(copy, 'rev-list', 'HEAD').trim().split('\n')).toEqual(site.commits());
    const newest = store.getByRole('link', { name: site.subject() }).first();
    await expect(newest).toHaveAttribute('href', `/admin/history/${site.commits()[0]}`);
  });
  await test.step('a backup is downloaded, remembered, and no longer left to do', async () => {
    const store = page.getByRole('region', { name: 'Content store' });
    await expect(store).toContainText('Last backupNever');
    const downloading = page.waitForEvent('download');
    await store.getByRole('button', { name: 'Download a backup' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^marit-ashgrove-\d{4}-\d\d-\d\d\.zip$/);
    const zipped = await readFile(await download.path());
    const commit = site.commits()[0] ?? '';
    const object = `content.git/objects/${commit.slice(0, 2)}/${commit.slice(2)}`;
    expect(zipped.includes(object)).toBe(true);
    await expect(store.getByText('Never')).toBeHidden();
    await expect(left.getByText('Connect GitHub')).toHaveCount(0);
  });
  await test.step('a link without an address is hidden beside the message', async () => {
    await page.goto('/admin#contact');
    const linkedin = page.getByLabel('LinkedIn URL');
    await linkedin.fill('');
    await save(page);
    await expect(linkedin).toHaveAccessibleDescription('Add a LinkedIn URL or hide the link');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide the link' }).click();
    await expect(linkedin).toBeFocused();
    await expect(page.getByText('Add a LinkedIn URL or hide the link')).toHaveCount(0);
    await expect(page.getByLabel('Show LinkedIn')).not.toBeChecked();
    await save(page, 'Profile updated');
    const { contactVisibility } = JSON.parse(site.file('profile.json')) as Profile;
    expect(contactVisibility).toEqual({ email: true, linkedin: false, github: true });
    await expect(page.getByText('Profile updated')).toBeHidden();
  });
  await test.step('the rest of the sample is removed, which can be undone', async () => {
    await left.getByRole('button', { name: 'Remove the rest of the sample' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Remove the rest of the sample' })
      .click();
    await expect(page.getByText('The sample is gone')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada');
    expect(site.git('ls-tree', '--name-only', 'main', 'posts/')).toBe('');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(left.getByText('parts of the sample are still public')).toBeVisible();
    expect(site.git('diff', '--stat', 'main~2', 'main')).toBe('');
  });
  await test.step('the old address of a renamed post is kept, and one asked for in vain leads to it', async () => {
    const from = 'posts/reading-a-city-by-its-bridges-k3f9.md';
    await page.request.get('/2019/05/Bridges.html');
    const text = site.file(from);
    await site.push({ [from]: null, 'posts/bridges.md': text });
    await page.reload();
    await unfold();
    const select = left.getByLabel('The post for /2019/05/bridges');
    await select.selectOption('bridges');
    await expectAccessible(page, { within: left });
    await left.getByRole('button', { name: 'Redirect to this post' }).click();
    await expect(select).toHaveCount(0);
    const keep = left.getByRole('button', { name: 'Keep the old address' });
    await keep.click();
    await expect(keep).toHaveCount(0);
    const redirect = await page.request.get('/2019/05/Bridges.html', { maxRedirects: 0 });
    expect(redirect.headers()['location']).toBe('/blogs/bridges');
    expect(site.file('posts/bridges.md')).toMatch(/k3f9/);
  });
});
