import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { saveElsewhere } from './support/dashboard.ts';
import { photoFile } from './support/files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const TIDES = postFile({ title: 'Tides', hidden: false }, 'One\n\nThe low tide\n\nThree');

test.use({
  content: { 'profile.json': '{\n  "name": "Ada"\n}\n', 'posts/tides.md': TIDES },
});

test('changes are listed with date, author and subject, and as a diff', async ({ page, site }) => {
  await test.step('the list', async () => {
    await openAsAdmin(page, '/admin/history');
    await page.request.patch('/api/posts/tides/visibility', { data: { hidden: true } });
    await page.reload();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
      /^\d\d:\d\dHide post “Tides”You$/,
      /^\d\d:\d\dBeginYou$/,
    ]);
    const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([today]);
  });

  await test.step('a diff', async () => {
    await page.getByRole('link', { name: 'Hide post “Tides”' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hide post “Tides”');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Post “Tides”']);
    const hidden = page.locator('dl > div', { hasText: 'Hide from public website' });
    await expect(hidden.getByRole('deletion')).toHaveText('No');
    await expect(hidden.getByRole('insertion')).toHaveText('Yes');
    await expect(page.locator('dt')).toHaveCount(1);
    await page.getByText('Line by line').click();
    const lines = page.getByRole('group', { name: 'Changes of Post “Tides”' });
    await expect(lines.getByRole('deletion')).toContainText('hidden: false');
    await expect(lines.getByRole('insertion').locator('mark')).toHaveText('true');
    await expectAccessible(page);
  });

  await test.step('the history of one file', async () => {
    await saveElsewhere(page, { profile: { name: 'Grace' } });
    await page.getByRole('link', { name: 'Back to history' }).click();
    await expect(page.getByRole('link', { name: 'Update profile: name' })).toBeVisible();
    await page.getByLabel('Show changes of').selectOption('Post “Tides”');
    await expect(page).toHaveURL('/admin/history?path=posts%2Ftides.md');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Update profile: name' })).toHaveCount(0);
    await page.getByLabel('Show changes of').selectOption('Site sections');
    await expect(page.getByText('There are no changes here.')).toBeVisible();
  });

  await test.step('a filter by words, and a push', async () => {
    await site.push({ 'posts/tides.md': TIDES.replace('low', 'high') });
    await page.goto('/admin/history');
    const rows = page.getByRole('main').getByRole('listitem');
    await page.getByLabel('Search').pressSequentially('hide');
    await expect(page.getByLabel('Search')).toBeFocused();
    await expect(page).toHaveURL('/admin/history?q=hide');
    await expect(rows).toHaveText([/Hide post “Tides”You$/]);
    await page.getByLabel('Search').clear();
    await expect(rows.first()).toHaveText(/Change elsewhere/);
  });

  await test.step('the versions of a post, rendered', async () => {
    await page.getByLabel('Show changes of').selectOption('Post “Tides”');
    await page.getByRole('button', { name: 'Look through the versions' }).click();
    const text = page.getByRole('article');
    await expect(text).toContainText('The high tide');
    await page.getByRole('button', { name: 'Older version' }).click();
    await expect(page.getByText('Version 2 of 3')).toBeVisible();
    await expect(text).toContainText('The low tide');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Older version' }).click();
    await expect(page.getByText('Version 1 of 3')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Older version' })).toBeDisabled();
    await page.getByRole('link', { name: 'Change elsewhere' }).click();
    await page.getByText('As visitors saw it').click();
    await expect(page.getByRole('region', { name: 'Before' })).toContainText('The low tide');
    await expect(page.getByRole('region', { name: 'After' })).toContainText('The high tide');
  });

  await page.goto('/admin/history/0000000');
  await expect(page.getByRole('alert')).toHaveText('There is no such change');
});

test('texts are compared as visitors saw them, in every version', async ({ page }) => {
  await openAsAdmin(page, '/admin/history');
  await saveElsewhere(page, { profile: { summary: 'I **sail**' } });
  await page.reload();
  await page.getByRole('link', { name: 'Update profile: summary', exact: true }).click();
  await page.getByText('As visitors saw it').click();
  const after = page.getByRole('region', { name: 'Summary, after' });
  await expect(after.locator('strong')).toHaveText('sail');

  for (let n = 0; n < 30; n += 1) {
    await page.request.patch('/api/posts/tides/visibility', { data: { hidden: n % 2 === 0 } });
  }
  await page.goto('/admin/history?path=posts%2Ftides.md');
  await page.getByRole('button', { name: 'Look through the versions' }).click();
  await expect(page.getByText('Version 31 of 31')).toBeVisible();
});

test('a file is restored with one click, and a failure is shown', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/history');
  await page.request.patch('/api/posts/tides/visibility', { data: { hidden: true } });
  await page.request.delete('/api/posts/tides');
  await page.reload();
  await page.getByRole('link', { name: 'Delete post “Tides”' }).click();
  const deleted = page.getByRole('region', { name: 'Post “Tides”' });
  await expect(deleted.getByRole('article')).toContainText('The low tide');
  await expect(deleted.getByText('title: Tides')).toBeHidden();
  await page.route('**/restore', (route) => route.abort());
  await page.getByRole('button', { name: 'Bring back' }).click();
  await expect(page.getByRole('alert')).toHaveText('The file could not be restored');
  await page.unroute('**/restore');
  expect(site.commits()).toHaveLength(3);

  await page.getByRole('button', { name: 'Bring back' }).dblclick();
  await expect(page.getByText(/^Post .* restored$/)).toBeVisible();
  expect(site.commits()).toHaveLength(4);
  expect(site.subject()).toMatch(/^Restore post "Tides" as of /);
  expect(site.file('posts/tides.md')).toContain('hidden: true');

  await page.goto('/admin/history');
  await page.getByRole('link', { name: 'Begin' }).click();
  const post = page.getByRole('region', { name: 'Post “Tides”' });
  await post.getByRole('button', { name: 'Restore this version' }).click();
  const dialog = page.getByRole('dialog', { name: /^Restore Post “Tides” as of / });
  await expect(dialog.getByRole('listitem')).toHaveText([/^Restore/, /^Delete/, /^Hide/]);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Post “Tides” restored')).toBeVisible();
  expect(site.file('posts/tides.md')).toBe(TIDES);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  expect(site.file('posts/tides.md')).toContain('hidden: true');
});

test('each form, post and photo links to its own history', async ({ page }) => {
  await openAsAdmin(page);
  for (const [name, path] of [
    ['Site metadata', 'site.json'],
    ['Profile', 'profile.json'],
    ['Site sections', 'sections.json'],
  ] as const) {
    const link = page.getByRole('link', { name: `History of ${name}` });
    await expect(link).toHaveAttribute('href', `/admin/history?path=${path}`);
  }
  const experience = { role: 'Pilot', company: 'Acme', year: '2020', location: '' };
  const rest = { description: 'Ships', achievements: [], stack: ['Tides'] };
  await page.request.put('/api/experiences', { data: [{ ...experience, ...rest }] });
  await page.goto('/admin/experiences');
  await expect(page.getByRole('link', { name: 'History of Experiences' })).toBeVisible();
  await page.getByRole('link', { name: 'History of Pilot' }).click();
  await expect(page.getByText('Only “Pilot, Acme”')).toBeVisible();
  await page.goto('/admin/blogs/tides/edit');
  const link = page.getByRole('link', { name: 'History of this post' });
  await expect(link).toHaveAttribute('href', '/admin/history?path=posts%2Ftides.md');
  for (const name of ['tide.gif', 'dunes.webp']) {
    await page.request.post('/api/uploads', { multipart: { file: await photoFile(name) } });
  }
  await page.goto('/admin/uploads');
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'History' }).click();
  await expect(page.getByLabel('Show changes of')).toContainText('Photo dunes.webp');
  await page.goto('/admin/history');
  const upload = page.getByRole('link', { name: 'Upload photo tide.gif' });
  await expect(upload).toBeHidden();
  await page.getByText('Upload 2 photos').click();
  await expectAccessible(page);
  await upload.click();
  await expect(page).toHaveURL(/\/admin\/history\/\w+$/);
});
