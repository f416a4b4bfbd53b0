import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { proposeFiles } from './support/content-repository.ts';
import { storedProfile } from './support/dashboard.ts';
import { pushElsewhere } from './support/push.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const profile = (tagline: string, title = 'Poet') =>
  `${JSON.stringify({ name: 'Ada', title, tagline }, undefined, 2)}\n`;
const jobs = (...roles: readonly string[]) =>
  `${JSON.stringify(
    roles.map((role) => ({ role, company: role.slice(-6), year: '2020' })),
    undefined,
    2,
  )}\n`;
const tides = (text: string) => postFile({ title: 'Tides', hidden: false }, text);

test.use({
  content: {
    'profile.json': profile('Notes'),
    'experiences.json': jobs('Surveyor'),
    'posts/tides.md': tides('The low tide'),
  },
  // A server of its own, since the branches would be proposals in other tests, too.
  environment: { CONTENT_MAX_AGE_SECONDS: '0' },
});

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
    await row.getByRole('link').click();
  });

  await test.step('its changes, what it would break, and the pages before and after', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Autumn <b>texts</b>');
    await expect(page.getByRole('region', { name: 'What it would break' })).toContainText(
      'No page would be at /blogs/gone',
    );
    await expect(page.getByRole('region', { name: 'Profile' }).getByRole('term')).toHaveText([
      'Title',
      'Tagline',
    ]);
    await expect(page.getByRole('region', { name: 'Experiences' }).getByRole('term')).toHaveText([
      /^Experience 1: title/,
      /^Experience 2/,
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

  await test.step('a field and a file are left out', async () => {
    await page.getByLabel('Leave out Tagline').check();
    await page.getByLabel('Leave out Experience 2').check();
    await page.getByLabel('Leave out notes.txt').check();
    await expect(page.getByText('Letters')).toBeHidden();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('“Autumn <b>texts</b>” is published')).toBeVisible();
    await expect(page.getByText('There are no open proposals.')).toBeVisible();
    await expect(link).toHaveCount(0);
    expect(storedProfile(site)).toMatchObject({ title: 'Writer', tagline: 'Notes' });
    expect(site.git('show', 'main:experiences.json')).toBe(jobs('Head surveyor'));
    expect(site.git('show', 'main:posts/tides.md')).toContain('The high tide');
    expect(site.git('ls-tree', '--name-only', 'main')).not.toContain('notes.txt');
    expect(site.git('rev-parse', 'main^2')).toBe(site.git('rev-parse', 'texts/autumn'));
  });

  await test.step('and undone', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone: “Autumn <b>texts</b>” is published')).toBeVisible();
    expect(site.git('diff', '--name-only', 'main~2', 'main')).toBe('');
  });
});

test('a proposal that moved on is read again, and a conflict is asked about', async ({
  page,
  site,
}) => {
  const propose = (tagline: string) =>
    proposeFiles(site.repository, 'tagline', tagline, { 'profile.json': profile(tagline) });
  propose('Letters');
  await openAsAdmin(page, '/admin/proposals/tagline');
  await expect(page.getByRole('insertion').first()).toHaveText('Letters');
  propose('Essays');
  const publish = page.getByRole('button', { name: 'Publish' });
  await publish.click();
  await expect(page.getByRole('alert')).toContainText('was changed since you opened it');
  await expect(page.getByRole('insertion').first()).toHaveText('Essays');

  await pushElsewhere(site, { 'profile.json': profile('Sketches') });
  await publish.click();
  const dialog = page.getByRole('dialog', { name: 'Changed on the site, too' });
  await expect(dialog.getByRole('group', { name: 'Tagline' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await publish.click();
  await dialog.getByLabel('Take the proposal’s').check();
  await dialog.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('“Letters” is published')).toBeVisible();
  expect(storedProfile(site)).toMatchObject({ tagline: 'Essays' });
});
