import type { Page } from '@playwright/test';
import { manyPosts, postFile } from './support/blog.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { ADMIN_EMAIL, expect, test } from './support/site.ts';
import { expectToRead } from './support/visible-text.ts';

/**
 * The words of the specification, screen by screen, as a person reads them. A change that moves or
 * hides one of them fails here. `web/src/spec-words.test.ts` has the messages and limits that need
 * no browser.
 */

type Words = readonly (string | RegExp)[];

const BRIDGES = '/blogs/reading-a-city-by-its-bridges-k3f9';

const ADMIN_HEADER: Words = ['Admin dashboard', `Signed in as ${ADMIN_EMAIL}`, 'Sign out'];
const ADMIN_LINKS: Words = ['Manage blogs', 'Experiences', 'Photos', 'View site'];

const PUBLIC_SCREENS: Readonly<Record<string, Words>> = {
  '/': [
    ...['marit ashgrove', 'Experiences', 'Blogs', 'Contact', 'Say hello'],
    ...['Software engineer for transport, maps and archives', 'Marit Ashgrove'],
    ...[/^I build quiet, dependable software/, /^Since 2014 /],
    ...['Contact me', 'LinkedIn', 'GitHub'],
    ...['Location', 'Availability', 'Focus areas'],
    ...['Experiences', 'See full list', 'Blogs', 'View all blogs'],
    ...['Contact', /^The best letters are short/],
    ...['Email Marit', 'Connect on LinkedIn', 'Explore GitHub'],
    ...[/^© \d{4} Marit Ashgrove/, /^linkedin\.com\/in\//, /^github\.com\//],
  ],
  '/blogs': ['Back', 'Home', 'Blogs', '2025-10-21', '2025-06-03'],
  [BRIDGES]: ['Reading a city by its bridges', 'Maps', 'Graph theory', /^When I arrive somewhere/],
  '/blogs/0': ['What the night bus taught me about queues', 'Queues'],
  '/blogs/unknown': ['Blog post not found', 'Back to home'],
  '/blogs/tags/maps': ['Posts tagged “Maps”', 'There is 1 post with this tag.'],
  '/blogs/tags/nothing': ['Posts tagged “nothing”', /^No posts currently use the tag “nothing”\./],
  '/experiences': [
    ...['Back', 'Home', 'Explore'],
    ...['Experiences', 'Education', 'Programming languages', 'Languages', 'Achievements'],
    ...['Experiences', 'Education', 'Programming languages', 'Languages', 'Achievements'],
  ],
  '/login': [
    ...['Email', 'Password', 'Sign in', /Sessions expire after a short/, 'Back to the public site'],
  ],
};

const ADMIN_SCREENS: Readonly<Record<string, Words>> = {
  '/admin': [
    ...ADMIN_HEADER,
    ...ADMIN_LINKS,
    ...['Site metadata', 'Identity', 'Narrative', 'Contact', 'Site sections'],
    ...[
      'Site metadata',
      'Site title',
      'Meta description',
      /^\d+\/300$/,
      'Text',
      'Logo',
      'Logo alt text',
      /^\d+\/80$/,
    ],
    ...[
      'Identity',
      'Name',
      'Title',
      'Location',
      'Availability',
      /^\d+\/50$/,
      'Focus areas',
      /^\d+\/80$/,
    ],
    ...['Narrative', 'Tagline', /^\d+\/160$/, 'Summary'],
    ...['Contact', 'Email', 'LinkedIn URL', 'GitHub URL', 'Site sections', 'Contact description'],
    ...['Save changes', 'Restore defaults'],
  ],
  '/admin/blogs': [
    ...ADMIN_HEADER,
    ...ADMIN_LINKS,
    ...['Back to dashboard', 'Create new blog', 'Upload .md files', '2025-10-21'],
    ...['Edit', 'Hide', 'Delete'],
  ],
  '/admin/blogs/new': [
    ...['Title', 'Content', 'Insert image', 'Tags', 'Hide from public website'],
    ...['Create blog', 'Preview', 'Cancel'],
  ],
  [`/admin${BRIDGES}/edit`]: ['Title', 'Content', 'Save changes', 'Preview', 'Cancel'],
  [`/admin${BRIDGES}`]: ['Edit', 'Hide', 'Delete', 'Maps', 'Graph theory'],
  '/admin/blogs/unknown': ['Blog post not found', 'Back to blogs'],
  '/admin/blogs/unknown/edit': [
    ...['Blog post not found', 'We could not find the blog post you are trying to edit.'],
  ],
  '/admin/blogs/tags/maps': ['Posts tagged “maps”', 'Reading a city by its bridges', 'View post'],
  '/admin/experiences': [
    ...['Title', 'Company', 'Year', 'Location', 'Description', 'Skills', 'Achievements'],
    ...['Education and more', 'Education', 'Institution', 'Degree', 'Year', 'Description'],
    ...['Programming languages', 'Languages spoken', 'Achievements', 'Save changes'],
  ],
  '/admin/uploads': ['Photos', 'Upload'],
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('visitors read the words of each public screen', async ({ page }) => {
  for (const [path, words] of Object.entries(PUBLIC_SCREENS)) {
    await page.goto(path);
    await expectToRead(page, path, ...words);
  }
});

test.describe('on a site with nothing on it', () => {
  test.use({ content: { 'profile.json': '{\n  "name": "Ada"\n}\n' } });

  test('visitors read what is to come', async ({ page }) => {
    await page.goto('/');
    await expectToRead(page, '/', 'Ada', 'Blog posts are on the way. Check back soon.');
    await page.goto('/blogs');
    await expectToRead(page, '/blogs', 'No blogs are published yet. Check back soon.');
  });
});

test.describe('with eleven posts', () => {
  test.use({
    content: {
      ...manyPosts(11),
      'posts/long.md': postFile({ title: 'Long', createdAt: '2026-01-01' }, 'word '.repeat(90)),
    },
  });

  test('lists have ten posts a page and six on the landing page, with excerpts of 220 characters', async ({
    page,
  }) => {
    const titles = page.getByRole('article').getByRole('heading');
    await page.goto('/');
    await expect(titles).toHaveCount(6);
    const [excerpt] = await page.getByText(/^word word/).allTextContents();
    expect(excerpt).toMatch(/…$/);
    expect(excerpt?.length).toBeLessThanOrEqual(221);
    await page.goto('/blogs');
    await expect(titles).toHaveCount(10);
    await expectToRead(page, '/blogs', 'Long', 'Post 11', '1', '2', 'Next', 'Go to page', 'Go');
    await page.goto('/blogs?page=2');
    await expectToRead(page, '/blogs?page=2', 'Post 2', 'Post 1', 'Previous', '1', '2');
    await openAsAdmin(page, '/admin/blogs');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(10);
    await expectToRead(page, '/admin/blogs', 'Long', 'Next', 'Go');
  });

  test('what is loading says so', async ({ page }) => {
    const wait = (url: string) => page.route(url, () => undefined);
    await page.goto('/');
    await wait('**/api/**');
    await page.getByRole('link', { name: 'View all blogs' }).click();
    await expectToRead(page, 'blogs', 'Loading blogs…');
    await page.goBack();
    await page.getByRole('link', { name: 'Post 11', exact: true }).click();
    await expectToRead(page, 'a post', 'Loading blog…');
  });
});

test('signing in and out reads as specified', async ({ page }) => {
  let release = () => {};
  const hold = async (url: string, status?: number) => {
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(url, async (route) => {
      await released;
      await (status === undefined ? route.continue() : route.abort());
    });
  };
  await hold('**/api/auth/me');
  await page.goto('/admin/uploads?q=1');
  await expectToRead(page, 'the check', 'Verifying your session');
  await page.goto('/login');
  await expectToRead(page, 'the check at /login', 'Checking session…');
  release();
  await expectToRead(page, '/login', 'Sign in');
  await button(page, 'Sign in').click();
  await expectToRead(page, 'an empty form', 'Email and password are required.');
  await hold('**/api/auth/login', 0);
  await fillLogin(page);
  await expectToRead(page, 'signing in', 'Signing in…');
  release();
  await expectToRead(page, 'no connection', 'Unable to log in. Please try again.');
  await page.unrouteAll();
  await fillLogin(page);
  await expectToRead(page, '/admin', ...ADMIN_HEADER);
  await hold('**/api/auth/logout', 0);
  await button(page, 'Sign out').click();
  await expectToRead(page, 'signing out', 'Signing out…');
  release();
  await expectToRead(page, 'no connection', 'Sign out', 'Unable to log out. Please try again.');
});

test('the administrator reads the words of each admin screen, also on a phone', async ({
  page,
}) => {
  await openAsAdmin(page);
  for (const [path, words] of Object.entries(ADMIN_SCREENS)) {
    await page.goto(path);
    await expectToRead(page, path, ...words);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  await expectToRead(page, '/admin on a phone', 'Admin dashboard', 'Sign out', ...ADMIN_LINKS);
});

test('saving says what it does and what is wrong, and for how long', async ({ page }) => {
  await openAsAdmin(page);
  const save = () => button(page, 'Save changes').click();
  const fill = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).reduce(
      (before, [label, value]) =>
        before.then(() => page.getByLabel(label, { exact: true }).fill(value)),
      Promise.resolve(),
    );
  await test.step('the dashboard, invalid', async () => {
    await fill({ 'Site title': '', Location: '', Availability: '', 'Focus areas': '' });
    await fill({ 'LinkedIn URL': '', 'GitHub URL': '', 'Logo alt text': '' });
    await page.getByLabel('Logo', { exact: true }).check();
    await save();
    for (const message of [
      'Title and description are required',
      'Add alt text so the logo link remains accessible',
      'Location is required when highlights are visible',
      'Availability is required when highlights are visible',
      'Focus areas are required when highlights are visible',
      'Add a LinkedIn URL or hide the link',
      'Add a GitHub URL or hide the link',
    ])
      await expectToRead(page, 'an invalid dashboard', message);
    await fill({ Availability: 'x'.repeat(51), 'Focus areas': 'x'.repeat(81) });
    await save();
    await expectToRead(page, 'the limits', 'Availability must be 50 characters or fewer');
    await expectToRead(page, 'the limits', 'Focus areas must be 80 characters or fewer');
    await page.getByText('Remove logo').click();
    await expectToRead(page, 'no logo', 'Upload a logo before enabling the logo home button');
  });
  await test.step('the dashboard, valid', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Discard' }).first().waitFor();
    await fill({ 'Site title': 'Quay', Tagline: 'Notes', 'Contact description': 'Write.' });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/content', async (route) => {
      await released;
      await route.continue();
    });
    await save();
    const saving = ['Saving site metadata...', 'Saving profile...', 'Saving section copy...'];
    await expectToRead(page, 'saving', ...saving);
    release();
    const saved = ['Site metadata updated', 'Profile updated', 'Section copy updated'];
    await expectToRead(page, 'saved', ...saved, 'Undo');
    await expect(page.getByText('Profile updated')).toBeHidden({ timeout: 5000 });
  });
  await test.step('the experiences', async () => {
    await page.goto('/admin/experiences');
    await page.getByLabel('Company', { exact: true }).first().fill('');
    await save();
    await expectToRead(
      page,
      'an invalid experience',
      'Experience 1 needs a year, title, company, description, and at least one skill chip',
    );
    await button(page, 'Remove education entry 1').click();
    await expectToRead(
      page,
      'removing an education entry',
      'This education entry contains data. Are you sure you want to remove it?',
    );
  });
});

test('acts on posts and photos say what they did', async ({ page }) => {
  await openAsAdmin(page, '/admin/blogs');
  const first = page.getByRole('listitem').filter({ hasText: 'What the night bus' });
  const dialog = page.getByRole('dialog');
  await test.step('hiding, showing and deleting', async () => {
    await first.getByRole('button', { name: 'Hide' }).click();
    const name = '“What the night bus taught me about queues”';
    await expectToRead(
      page,
      'hidden',
      'Hidden',
      'Unhide',
      name,
      'Post hidden from public site',
      'Undo',
    );
    await expectToRead(page, 'hidden, later', `${name} is hidden`, 'Undo');
    await first.getByRole('button', { name: 'Unhide' }).click();
    await expectToRead(page, 'shown', 'Post is now visible', 'Undo');
    await page.route('**/visibility*', (route) => route.abort());
    await first.getByRole('button', { name: 'Hide' }).click();
    await expectToRead(page, 'no connection', 'Action failed');
    await first.getByRole('button', { name: 'Delete' }).click();
    const question = 'Delete this blog post? This action cannot be undone.';
    await expectToRead(page, 'deleting', question);
    await dialog.getByRole('button', { name: 'Delete post' }).click();
    await expectToRead(page, 'deleted', 'Post deleted successfully', 'Undo');
  });
  await test.step('importing', async () => {
    const files = Array.from({ length: 11 }, (_, index) => ({
      name: `waves-${index + 10}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# Waves ${index}\n`),
    }));
    await page.locator('input[type=file]').first().setInputFiles(files);
    await expectToRead(page, 'chosen', 'and more…', 'Import selected .md files', 'Cancel');
    await page.route('**/posts/upload*', (route) => route.abort());
    await button(page, 'Import selected .md files').click();
    await expectToRead(page, 'no connection', 'Upload failed');
    await page.unrouteAll();
    await button(page, 'Import selected .md files').click();
    await expectToRead(page, 'imported', 'Imported 11 posts');
  });
  await test.step('writing', async () => {
    await page.goto('/admin/blogs/new');
    await button(page, 'Create blog').click();
    await expectToRead(page, 'an empty post', 'Title and content are required.');
    await page.getByLabel('Title', { exact: true }).fill('Low water');
    await page.getByLabel('Content', { exact: true }).fill('Text.');
    await page.context().setOffline(true);
    await button(page, 'Create blog').click();
    const stored = 'You are offline. Your text is kept in this browser.';
    await expectToRead(page, 'offline', 'Failed to save posts', stored);
    await page.context().setOffline(false);
    await button(page, 'Create blog').click();
    await expectToRead(page, 'saved', 'Saved! Redirecting back to the list…');
    await expect(page).toHaveURL('/admin/blogs');
    await expectToRead(page, 'back in the list', '“Low water” saved', 'View on site', 'Undo');
  });
  await test.step('photos', async () => {
    await page.goto('/admin/uploads');
    await button(page, 'Upload').click();
    await expectToRead(page, '/admin/uploads', 'Please choose a file to upload');
  });
});
