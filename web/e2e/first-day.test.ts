// Needs: checklist, connect, drawing, feeds, history
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { photoFile } from './support/files.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, test } from './support/site.ts';

/** Names in the sample: of its person, places, employers, schools and posts. */
const SAMPLE =
  /Marit|Ashgrove|Larkmere|Penhallow|Undercroft|Halden|Saltham|stopcheck|night bus|timetables/i;

const PUBLIC = ['/', '/blogs', '/experiences', '/feed.xml', '/feed.json', '/sitemap.xml'];
const DATA = ['/api/content', '/resume.json', '/llms.txt', '/site.webmanifest'];

/** Clicks and fills in fields as an owner does, and counts both. */
const owner = (page: Page) => {
  const count = { clicks: 0, fields: 0 };
  return {
    count,
    click: async (role: 'button' | 'link', name: string) => {
      count.clicks += 1;
      await page.getByRole(role, { name, exact: true }).last().click();
    },
    fill: async (label: string, text: string) => {
      count.fields += 1;
      await page.getByLabel(label, { exact: true }).last().fill(text);
    },
  };
};

test('the first day takes 12 clicks, and leaves nothing of the sample', async ({ page, site }) => {
  const { click, fill, count } = owner(page);
  const guide = page.getByRole('region', { name: 'Make this site yours' });
  const steps = guide.getByRole('listitem');
  // A test before this one may have made a backup from the same server.
  const done = steps
    .filter({ has: page.getByRole('img', { name: 'Done' }) })
    .filter({ hasNotText: 'A backup' });

  await test.step('the dashboard begins with a guide', async () => {
    await page.goto('/admin');
    await fill('Email', ADMIN_EMAIL);
    await fill('Password', ADMIN_PASSWORD);
    await click('button', 'Sign in');
    await expect(steps).toHaveText([
      ...['Name and title', 'A photo of yourself', 'Summary', 'Contacts'],
      ...['Title and description of the site', 'First experience', 'First post'],
      ...['Connect GitHub', 'A backup'],
    ]);
    await expect(page.getByRole('list', { name: 'Latest posts' })).toHaveCount(0);
    await expect(done).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('the sample goes in one commit', async () => {
    await click('button', 'Start empty');
    await expect(page.getByRole('dialog')).toContainText('experiences, education, languages');
    await expectAccessible(page, { within: page.getByRole('dialog') });
    await click('button', 'Start empty');
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(page.getByText('The sample is gone')).toBeVisible();
    await expect(guide.getByText('sample')).toHaveCount(0);
    expect(site.subjects()).toEqual(['Start empty', 'Begin with the default content']);
  });

  await test.step('name, summary and portrait are one commit', async () => {
    await fill('Name', 'Grace Hopper');
    await fill('Title', 'Rear admiral');
    await click('link', 'Summary');
    await expect(page.getByLabel('Summary', { exact: true })).toBeFocused();
    await fill('Summary', 'I make computers understand people.');
    await page.keyboard.press('Control+Home');
    await click('button', 'Insert image');
    const choosing = page.waitForEvent('filechooser');
    await click('button', 'Upload images');
    await (await choosing).setFiles(await photoFile('dunes.webp'));
    await expect(page.getByLabel('Summary', { exact: true })).toHaveValue(/^!\[\]\(\/photos\//);
    await click('button', 'Save changes');
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(site.changedFiles()).toEqual([
      expect.stringMatching(/^A\tphotos\/.*\.webp$/),
      expect.stringMatching(/^A\tphotos\/.*\/photo\.json$/),
      'M\tprofile.json',
    ]);
    await expect(done).toHaveText(['Name and title', 'A photo of yourself', 'Summary']);
  });

  await test.step('a job and a post are public', async () => {
    await click('link', 'First experience');
    await fill('Title', 'Programmer');
    await fill('Company', 'Eckert–Mauchly');
    await fill('Year', '1949');
    await fill('Description', 'Wrote the first compiler.');
    await fill('Skills', 'Compilers');
    await click('button', 'Save changes');
    await expect(page.getByText('Experiences updated')).toBeVisible();
    await click('link', 'Manage blogs');
    await click('link', 'Create new blog');
    await fill('Title', 'A moth in the relay');
    await fill('Content', 'First actual case of a bug being found.');
    await click('button', 'Create blog');
    await expect(page.getByText('“A moth in the relay” saved')).toBeVisible();
    expect(count).toEqual({ clicks: 12, fields: 12 });
    expect(site.commits()).toHaveLength(5);
  });

  await test.step('visitors read the owner’s texts, and nothing of the sample', async () => {
    const read = async (path: string) => {
      const response = await page.request.get(path);
      expect([path, response.status()]).toEqual([path, 200]);
      return response.text();
    };
    for (const path of [...PUBLIC, ...DATA]) expect(await read(path), path).not.toMatch(SAMPLE);
    const home = await read('/');
    for (const text of [
      'Grace Hopper',
      'Rear admiral',
      'understand people',
      'Programmer',
      'moth',
    ]) {
      expect(home).toContain(text);
    }
    expect(home).toContain('class="picture');
    expect(site.git('ls-tree', '-r', '--name-only', 'main')).not.toMatch(/logo|N7|low-water|bus/);
  });
});
