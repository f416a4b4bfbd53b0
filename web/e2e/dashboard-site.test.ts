import type { Page } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const radio = (page: Page, name: string) => page.getByRole('radio', { name });

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Chooses a logo by the button as it is called now. */
const chooseLogo = async (page: Page, file: ChosenFile) => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Upload|Replace) logo$/ }).click();
  await (await choosing).setFiles(file);
};

const png = async (): Promise<ChosenFile> => ({
  name: 'lighthouse.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await samplePhoto('lighthouse.png')),
});

test('the site metadata is saved by a commit of its own', async ({ page, site }) => {
  await openAsAdmin(page);
  await page.route('**/api/site', async (route) => {
    await expect(page.getByText('Saving site metadata...')).toBeVisible();
    await route.continue();
  });
  await page.getByLabel('Site title').fill('  Notes from the quay ');
  await save(page);
  await expect(page.getByText('Site metadata updated')).toBeVisible();
  await expect(page.getByText('Profile updated')).toBeHidden();
  expect(site.git('log', '--format=%s')).toMatch(/^Update site metadata\n/);
  expect(site.commits()).toHaveLength(2);
  expect(site.git('diff', 'main~', 'main')).toContain('+  "title": "Notes from the quay",');
  await expect(page.getByText('Site metadata updated')).toBeHidden();
  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page.getByRole('link', { name: 'notes from the quay' }).first()).toBeVisible();
});

test('one press saves every part that has changed, and none besides', async ({ page, site }) => {
  await openAsAdmin(page);
  const saved: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') saved.push(new URL(request.url()).pathname);
  });
  await page.getByLabel('Site title').fill('Another title');
  await page.getByLabel('Contact description').fill('Write to me, *briefly*.');
  await page.getByLabel('Show achievements').click();
  await save(page);
  await expect(page.getByText('Site metadata updated')).toBeVisible();
  await expect(page.getByText('Section copy updated')).toBeVisible();
  expect(saved.sort()).toEqual(['/api/sections', '/api/site']);
  expect(site.git('log', '--format=%s', '-2').trim().split('\n').sort()).toEqual([
    'Update section copy',
    'Update site metadata',
  ]);
  expect(site.git('diff', '--numstat', 'main~2', 'main')).toBe(
    '2\t2\tsections.json\n1\t1\tsite.json\n',
  );
  await page.goto('/');
  await expect(page.getByText('Write to me, briefly.')).toBeVisible();
});

test('nothing is saved while one part may not be', async ({ page, site }) => {
  await openAsAdmin(page);
  await page.getByLabel('Site title').fill(' ');
  await page.getByLabel('Meta description').fill('');
  await page.getByLabel('Tagline').fill('A tagline that is all right.');
  await save(page);
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByText('Title and description are required')).toHaveCount(1);
  await expect(page.getByLabel('Site title')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Site title')).toHaveAccessibleDescription(
    'Title and description are required',
  );
  await expect(page.getByLabel('Meta description')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await summary.getByRole('link').first().click();
  await expect(page.getByLabel('Site title')).toBeFocused();
  expect(site.commits()).toHaveLength(1);
});

test('the meta description takes 300 characters, counted', async ({ page }) => {
  await openAsAdmin(page);
  const description = page.getByLabel('Meta description');
  await expect(description).toHaveAttribute('maxlength', '300');
  await expect(description).toHaveAccessibleDescription(/ideally under 160 characters/);
  await description.fill('x'.repeat(200));
  await expect(page.getByText('200/300')).toBeVisible();
  await description.fill('x'.repeat(301));
  await expect(description).toHaveValue('x'.repeat(300));
});

test('a logo is uploaded, described, and shown on the home button', async ({ page, site }) => {
  await openAsAdmin(page);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(radio(page, 'Logo')).toBeDisabled();
  await expect(radio(page, 'Logo')).toHaveAccessibleDescription(
    'Upload a logo before enabling the logo home button',
  );
  await expectAccessible(page);

  await chooseLogo(page, await png());
  await radio(page, 'Logo').check();
  await expect(page.getByLabel('Logo alt text')).toHaveAttribute('maxlength', '80');
  await save(page);
  await expect(
    page.getByText('Add alt text so the logo link remains accessible').first(),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Logo alt text').fill('A lighthouse, home');
  await save(page);
  await expect(page.getByText('Site metadata updated')).toBeVisible();
  expect(site.git('diff', '--name-status', 'main~', 'main')).toBe(
    'A\tassets/logo.png\nD\tassets/logo.svg\nM\tsite.json\n',
  );
  expect(JSON.parse(site.git('show', 'main:site.json'))).toMatchObject({
    homeButtonMode: 'logo',
    logo: { path: 'assets/logo.png', type: 'image/png', alt: 'A lighthouse, home' },
  });
  await page.goto('/');
  await expect(page.getByRole('img', { name: 'A lighthouse, home' })).toBeVisible();
});

test('removing the logo in logo mode switches to text', async ({ page, site }) => {
  await openAsAdmin(page);
  await radio(page, 'Logo').check();
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(radio(page, 'Text')).toBeChecked();
  await save(page);
  await expect(page.getByText('Site metadata updated')).toBeVisible();
  expect(JSON.parse(site.git('show', 'main:site.json'))).toMatchObject({
    homeButtonMode: 'text',
    logo: null,
  });
  expect(site.git('diff', '--name-status', 'main~', 'main')).toBe(
    'D\tassets/logo.svg\nM\tsite.json\n',
  );
});

test('a file that can not be the logo is refused where it is chosen', async ({ page, site }) => {
  await openAsAdmin(page);
  const gif = { name: 'tide.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
  await chooseLogo(page, gif);
  await expect(page.getByText('Logo must be PNG, SVG, JPG, or WEBP')).toBeVisible();
  await expectAccessible(page);
  await chooseLogo(page, { ...(await png()), buffer: Buffer.alloc(524_289) });
  await expect(page.getByText('Logo must be smaller than 512KB')).toBeVisible();
  await chooseLogo(page, { ...(await png()), buffer: Buffer.alloc(0) });
  await expect(page.getByText('Unable to read logo file')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  await chooseLogo(page, { ...(await png()), buffer: Buffer.from('not a picture at all') });
  await expect(page.getByText('Unable to read logo file')).toBeHidden();
  await save(page);
  await expect(page.getByText('Logo must be PNG, SVG, JPG, or WEBP').first()).toBeVisible();
  expect(site.commits()).toHaveLength(1);
});

test('every failure is told in its own words and keeps what was typed', async ({ page }) => {
  await openAsAdmin(page);
  await page.route('**/api/{site,sections,profile}', (route) => route.abort());
  await page.getByLabel('Site title').fill('Typed title');
  await page.getByLabel('Tagline').fill('Typed tagline');
  await page.getByLabel('Contact description').fill('Typed description');
  await save(page);
  await expect(page.getByText('Failed to save site metadata')).toBeVisible();
  await expect(page.getByText('Failed to save profile')).toBeVisible();
  await expect(page.getByText('Failed to save sections')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Site title')).toHaveValue('Typed title');
  await expect(page.getByLabel('Tagline')).toHaveValue('Typed tagline');
  await expect(page.getByLabel('Contact description')).toHaveValue('Typed description');
});

test('restoring the defaults is confirmed, told and a commit like any other', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  await page.getByLabel('Site title').fill('Not the default');
  await save(page);
  await expect(page.getByText('Site metadata updated')).toBeVisible();

  await page.getByRole('button', { name: 'Restore defaults' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore the default content?' });
  await expect(dialog).toContainText('kept in the history');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(site.commits()).toHaveLength(2);

  await page.route('**/api/reset', async (route) => {
    await expect(page.getByText('Restoring defaults...')).toBeVisible();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await dialog.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(page.getByText('Defaults restored')).toBeVisible();
  await expect(page.getByLabel('Site title')).toHaveValue('Marit Ashgrove');
  expect(site.git('log', '-1', '--format=%s')).toBe('Restore defaults\n');
  expect(site.git('diff', '--stat', 'main~2', 'main')).toBe('');
  await expect(page.getByText('Defaults restored')).toBeHidden();
});

test('a failed restore is told', async ({ page }) => {
  await openAsAdmin(page);
  await page.route('**/api/reset', (route) => route.abort());
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore defaults' }).click();
  await expect(page.getByText('Failed to reset content')).toBeVisible();
});

test('the dashboard leads to its sections and to the other pages', async ({ page }) => {
  await openAsAdmin(page);
  const sections = page.getByRole('navigation', { name: 'Dashboard sections' });
  await expect(sections.getByRole('link')).toHaveText([
    'Site metadata',
    'Identity',
    'Narrative',
    'Contact',
    'Site sections',
  ]);
  await sections.getByRole('link', { name: 'Site sections' }).click();
  await expect(page.getByRole('region', { name: 'Site sections' })).toBeFocused();
  await expect(page.getByLabel('Contact description')).toBeInViewport();
  for (const [name, path] of [
    ['Manage blogs', '/admin/blogs'],
    ['Experiences', '/admin/experiences'],
    ['Photos', '/admin/uploads'],
    ['History', '/admin/history'],
    ['View site', '/'],
  ] as const) {
    const links = page.getByRole('navigation', { name: 'Admin pages' });
    await expect(links.getByRole('link', { name })).toHaveAttribute('href', path);
  }
});
