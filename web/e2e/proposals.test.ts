// Needs: history
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { proposeFiles } from './support/content-repository.ts';
import { expectLoaded, photoFile } from './support/files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
const profile = (tagline: string, title = 'Poet') => json({ name: 'Ada', title, tagline });
const jobs = (...roles: readonly string[]) =>
  json(roles.map((role) => ({ role, company: role.slice(-6), year: '2020' })));
const tides = (text: string) => postFile({ title: 'Tides', hidden: false, tags: ['Sea'] }, text);
const PHOTO = 'photos/01JWT6444RQM8SZKMERQ1BVHWF';

const FILES = {
  'profile.json': profile('Notes'),
  'experiences.json': jobs('Surveyor'),
  'posts/tides.md': tides('The low tide'),
  [`${PHOTO}/dune.svg`]: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>\n',
};

// A server of its own, since the branches would be proposals in other tests, too.
test.use({ content: FILES, environment: { CONTENT_MAX_AGE_SECONDS: '0' } });

const expectUnchanged = (site: Site): void => {
  for (const [path, text] of Object.entries(FILES)) expect(site.file(path)).toBe(text);
};

test('a proposal is read, published without a part of it, and undone', async ({ page, site }) => {
  proposeFiles(site.repository, 'texts/autumn', 'Autumn <b>texts</b>', {
    'posts/tides.md': tides('The high tide, and [a link](/blogs/gone)'),
    'profile.json': profile('Letters', 'Writer'),
    'experiences.json': jobs('Head surveyor', 'Pilot of ships'),
    'notes.txt': 'For myself\n',
  });
  const link = page.getByRole('link', { name: 'Proposals 1' });

  await test.step('it is listed', async () => {
    await openAsAdmin(page);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Proposals' })).toBeVisible();
    const row = page.getByRole('main').getByRole('listitem');
    await expect(row).toContainText('Autumn <b>texts</b>');
    await expect(row).toContainText(/ada *today *1 post, profile, experiences, 1 other file/);
    await expectAccessible(page);
    await row.getByRole('link', { name: 'Autumn' }).click();
  });

  await test.step('its changes, what it would break, and the pages before and after', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Autumn <b>texts</b>');
    await expect(page.getByRole('region', { name: 'What it would break' })).toContainText(
      'No page would be at /blogs/gone',
    );
    const termsOf = (name: string) => page.getByRole('region', { name }).getByRole('term');
    await expect(termsOf('Profile')).toHaveText(['Title', 'Tagline']);
    await expect(termsOf('Experiences')).toHaveText([
      /^Experience 1: title/,
      /^Experience 2Pilot of ships/,
    ]);
    await page.getByLabel('Page', { exact: true }).selectOption('Tides');
    const frame = (name: string) => page.frameLocator(`iframe[title="Tides, ${name}"]`);
    await expect(frame('before').getByText('The low tide')).toBeVisible();
    await expect(frame('after').getByText('The high tide')).toBeVisible();
    await expect(page.getByText(/^Marked: \d words that are new/)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByTitle('Tides, before')).toBeHidden();
    await page.getByRole('button', { name: 'Before' }).click();
    await expect(page.getByTitle('Tides, after')).toBeHidden();
  });

  await test.step('files are left out', async () => {
    await page.getByLabel('Leave out Profile').check();
    await page.getByLabel('Leave out notes.txt').check();
    await expect(page.getByText('Letters')).toBeHidden();
    await expect(page.getByText('What is left out stays in the proposal.')).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    const published = page.getByText('A part of “Autumn <b>texts</b>” is published');
    await expect(published).toBeVisible();
    // The rest is shown, and changes no page that visitors see but that of the profile.
    await expect(page.getByLabel('Leave out Profile')).not.toBeChecked();
    await expect(page.getByLabel('Leave out notes.txt')).not.toBeChecked();
    await expect(page.getByLabel(/^Leave out/)).toHaveCount(2);
    expect(site.file('profile.json')).toBe(FILES['profile.json']);
    expect(site.file('experiences.json')).toBe(jobs('Head surveyor', 'Pilot of ships'));
    expect(site.file('posts/tides.md')).toContain('The high tide');
    expect(site.git('ls-tree', '--name-only', 'main')).not.toContain('notes.txt');
  });

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(
    page.getByText('Undone: A part of “Autumn <b>texts</b>” is published'),
  ).toBeVisible();
  expectUnchanged(site);
});

test('a proposal that moved on is read again, a conflict asked about', async ({ page, site }) => {
  const propose = (tagline: string) =>
    proposeFiles(site.repository, 'tagline', 'Another tagline', {
      'profile.json': profile(tagline),
    });
  propose('Letters');
  await openAsAdmin(page, '/admin/proposals');
  await page.getByRole('link', { name: 'Another tagline' }).click();
  await expect(page.getByRole('insertion').first()).toHaveText('Letters');
  propose('Essays');
  const publish = page.getByRole('button', { name: 'Publish' });
  await publish.click();
  await expect(page.getByRole('alert')).toContainText('was changed since you opened it');
  await expect(page.getByRole('insertion').first()).toHaveText('Essays');

  await site.push({ 'profile.json': profile('Sketches') });
  await publish.click();
  const dialog = page.getByRole('dialog', { name: 'Changed on the site, too' });
  await expect(dialog.getByRole('group', { name: 'Tagline' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await publish.click();
  await dialog.getByLabel('Take the proposal’s').check();
  await dialog.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('“Another tagline” is published')).toBeVisible();
  expect(site.file('profile.json')).toBe(profile('Essays'));
});

test('all that is saved goes to a proposal until the site is chosen again', async ({
  page,
  site,
}) => {
  const savingTo = page.getByLabel('Saving to');
  const chosen = () => savingTo.locator('option:checked');
  const content = page.getByLabel('Content', { exact: true });
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect((await saved).ok()).toBe(true);
    await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    await expect(chosen()).toHaveText('“Update post "Tides"”');
  };

  await test.step('typed before it was chosen', async () => {
    await openAsAdmin(page, '/admin/blogs/tides/edit');
    await expect(content).toHaveValue('The low tide');
    await content.fill('Slack water');
    await savingTo.selectOption('a new proposal');
    await expectAccessible(page, { within: page.getByRole('banner') });
    await save();
    await expect(content).toHaveValue('Slack water');
    await page.reload();
    await expect(content).toHaveValue('Slack water');
    await expect(chosen()).toHaveText('“Update post "Tides"”');
  });

  await test.step('on every page', async () => {
    await page.goto('/admin');
    await page.getByLabel('Tagline', { exact: true }).fill('Of the sea');
    await save();
    await page.goto('/admin/uploads');
    const photos = page.getByLabel('Choose, drop or paste photos');
    await photos.setInputFiles({ ...(await photoFile('tide.gif')), name: 'wave.gif' });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const wave = page.getByRole('row', { name: 'wave.gif' });
    await expect(wave).toBeVisible();
    await expectLoaded(wave.locator('img'));
    const refs = site.git('for-each-ref', '--format=%(refname)', '--no-merged=main').trim();
    const fileOn = (path: string) => site.git('show', `${refs}:${path}`);
    expect(fileOn('posts/tides.md')).toMatch(/Sea[^]*Slack water/);
    expect(fileOn('profile.json')).toContain('Of the sea');
    expectUnchanged(site);
  });

  await test.step('and the site, once it is chosen or the proposal is published', async () => {
    await page.goto('/admin/blogs/tides/edit');
    await expect(content).toHaveValue('Slack water');
    await savingTo.selectOption('the site');
    await expect(content).toHaveValue('The low tide');
    await savingTo.selectOption('“Update post "Tides"”');
    await expect(content).toHaveValue('Slack water');
    await page.getByRole('link', { name: 'Read it' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('“Update post "Tides"” is published')).toBeVisible();
    await expect(chosen()).toHaveText('the site');
    expect(site.file('posts/tides.md')).toContain('Slack water');
  });
});
