// Needs: checklist, history
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { save, tagline } from './support/dashboard.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Engineer",\n  "tagline": "Ships it"\n}\n';
const LATIN1 = Buffer.from('---\ntitle: Caf\xe9\n---\n\nD\xe9j\xe0 vu.\n', 'latin1');

test.use({
  content: {
    'site.json': '{"title": "Ada\'s site", "description": "About her"}\n',
    'profile.json': PROFILE,
    'experiences.json':
      '[{"role": "Engineer", "company": "A", "year": 2021, "description": "d", "stack": ["Git"]}]\n',
    'posts/tides.md': postFile({ title: 'Tides', hidden: false }),
  },
});

test('the site keeps its last good profile while the file is broken', async ({ page, site }) => {
  const problems = page.getByRole('region', { name: 'Problems in files' });
  const notice = page.getByRole('region', { name: 'Profile can’t be edited' });
  const reason = 'The file is not valid JSON: comma expected (line 3, column 3)';

  await test.step('the dashboard names the file and the problem, and visitors see no difference', async () => {
    await openAsAdmin(page);
    await expect(tagline(page)).toHaveValue('Ships it');
    await expect(problems).toHaveCount(0);
    await site.push({ 'profile.json': PROFILE.replace('"Ada",', '"Ada"') });
    await page.reload();
    await page.getByText('1 problem in a file').click();
    await expect(problems.getByRole('listitem')).toHaveText([`profile.json${reason}`]);
    await page.goto('/');
    await expect(page.getByText('Ships it')).toBeVisible();
  });

  await test.step('its form is read-only and says why, while other forms work', async () => {
    await page.goto('/admin');
    await expect(notice).toContainText(reason);
    await expect(tagline(page)).toBeDisabled();
    await expect(tagline(page)).toHaveValue('Ships it');
    await expectAccessible(page, { within: page.getByRole('main') });
    await page.getByLabel('Site title').fill('Better');
    await save(page, 'Site metadata updated');
    expect(site.changedFiles()).toEqual(['M\tsite.json']);
  });

  const link = notice.getByRole('link', { name: 'restore an earlier version' });
  await expect(link).toHaveAttribute('href', '/admin/history?path=profile.json');
  await site.push({ 'profile.json': PROFILE });
  await page.reload();
  await expect(tagline(page)).toBeEnabled();
  await expect(problems).toHaveCount(0);
});

test('a form keeps its edits when its file breaks meanwhile', async ({ page, site }) => {
  await openAsAdmin(page);
  await tagline(page).fill('Typed before');
  await site.push({ 'profile.json': '{' });
  await save(page);
  await expect(page.getByRole('alert')).toContainText('profile.json');
  await expect(page.getByRole('alert')).toContainText('(line 1, column 2)');
  await expect(tagline(page)).toHaveValue('Typed before');
  expect(site.file('profile.json')).toBe('{');
});

test('posts with file problems are marked, and never rewritten', async ({ page, site }) => {
  await site.push({
    'posts/cafe.md': LATIN1,
    'posts/flag.md': '---\ntitle: Flag\nhidden: perhaps\ntags: [sea]\n---\n\nText\n',
  });
  await openAsAdmin(page, '/admin/blogs');
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('Flag')).toContainText('HiddenProblem');
  await expect(row('Flag')).toContainText('is neither true nor false');
  await expect(row('Caf')).toContainText('The file is not UTF-8 text (line 2, column 11)');
  await expect(row('Tides')).not.toContainText('Problem');

  await page.goto('/admin/blogs/tags/sea');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('FlagHiddenProblem');
  await page.goto('/admin/blogs/flag');
  const problems = page.getByRole('region', { name: 'Problems in this file' });
  await expect(problems).toContainText('(line 3, column 1)');
  const file = problems.getByRole('link', { name: 'posts/flag.md' });
  await expect(file).toHaveAttribute('href', '/admin/history?path=posts%2Fflag.md');

  await page.getByRole('button', { name: 'Unhide' }).click();
  await expect(page.getByText('Post is now visible')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Problems in this file' })).toHaveCount(0);
  expect(site.file('posts/flag.md')).toContain('hidden: false');

  await page.goto('/admin/blogs/cafe/edit');
  const notice = page.getByRole('region', { name: 'Post cafe can’t be edited' });
  await expect(notice).toContainText('The file is not UTF-8 text (line 2, column 11)');
  await expect(page.getByLabel('Title')).toBeDisabled();
});

test('a title with a colon is put in quotes by one click', async ({ page, site }) => {
  const file = '---\ntitle: Note 01: the lamp\n---\n\nText\n';
  await site.push({ 'posts/note.md': file });
  await openAsAdmin(page);
  await page.getByText('1 problem in a file').click();
  const problem = page.getByRole('region', { name: 'Problems in files' }).getByRole('listitem');
  await expect(problem).toContainText('It is read as “Note 01: the lamp”');
  await expectAccessible(page, { within: problem });
  await problem.getByRole('button', { name: 'Write it properly' }).click();
  await expect(problem).toHaveCount(0);
  expect(site.file('posts/note.md')).toBe(file.replace('Note 01: the lamp', '"Note 01: the lamp"'));
});
