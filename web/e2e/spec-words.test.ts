// Needs: import
import type { Page } from '@playwright/test';
import { holdRequests } from './support/requests.ts';
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

const ADMIN_HEADER: Words = [
  ...['Admin dashboard', 'Manage blogs', 'Experiences', 'Photos', 'View site'],
  ...[`Signed in as ${ADMIN_EMAIL}`, 'Sign out'],
];

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
    ...['Site metadata', 'Identity', 'Narrative', 'Contact', 'Site sections'],
    ...['Site metadata', 'Site title', 'Meta description', /^\d+\/300$/],
    ...['Text', 'Logo', 'Logo alt text', /^\d+\/80$/],
    ...['Identity', 'Name', 'Title', 'Location'],
    ...['Availability', /^\d+\/50$/, 'Focus areas', /^\d+\/80$/],
    ...['Narrative', 'Tagline', /^\d+\/160$/, 'Summary'],
    ...['Contact', 'Email', 'LinkedIn URL', 'GitHub URL', 'Site sections', 'Contact description'],
    ...['Save changes', 'Restore defaults'],
  ],
  '/admin/blogs': [
    ...ADMIN_HEADER,
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

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

const readEach = async (page: Page, screens: typeof PUBLIC_SCREENS): Promise<void> => {
  for (const [path, words] of Object.entries(screens)) {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await expectToRead(page, path, ...words);
    await page.setViewportSize(PHONE);
    await expectToRead(page, `${path} on a phone`, ...words);
  }
};

test('visitors read the words of each public screen', async ({ page }) => {
  await readEach(page, PUBLIC_SCREENS);

  await page.goto('/');
  await page.route('**/api/**', () => undefined);
  await page.getByRole('link', { name: 'View all blogs' }).click();
  await expectToRead(page, 'blogs', 'Loading blogs…');
  await page.goBack();
  await page.getByRole('link', { name: 'Reading a city by its bridges', exact: true }).click();
  await expectToRead(page, 'a post', 'Loading blog…');
});

test('signing in and out reads as specified', async ({ page }) => {
  /** Delays requests, which then fail. */
  const holdToFail = async (url: string) => {
    await page.route(url, (route) => route.abort());
    return holdRequests(page, url);
  };
  let release = await holdRequests(page, '**/api/auth/me');
  await page.goto('/admin/uploads?q=1', { waitUntil: 'load' });
  await expectToRead(page, 'the check', 'Verifying your session');
  await page.goto('/login', { waitUntil: 'load' });
  await expectToRead(page, 'the check at /login', 'Checking session…');
  release();
  await expectToRead(page, '/login', 'Sign in');
  await button(page, 'Sign in').click();
  await expectToRead(page, 'an empty form', 'Email and password are required.');
  release = await holdToFail('**/api/auth/login');
  await fillLogin(page);
  await expectToRead(page, 'signing in', 'Signing in…');
  await expect(button(page, 'Signing in…')).toBeFocused();
  release();
  await expectToRead(page, 'no connection', 'Unable to log in. Please try again.');
  await page.unrouteAll();
  await fillLogin(page);
  await expectToRead(page, '/admin', ...ADMIN_HEADER);
  release = await holdToFail('**/api/auth/logout');
  await button(page, 'Sign out').click();
  await expectToRead(page, 'signing out', 'Signing out…');
  await expect(button(page, 'Signing out…')).toBeFocused();
  release();
  await expectToRead(page, 'no connection', 'Sign out', 'Unable to log out. Please try again.');
  await page.unrouteAll();
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL('/login');
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login(\?|$)/);
});

test('the administrator reads the words of each admin screen', async ({ page }) => {
  await openAsAdmin(page);
  await readEach(page, ADMIN_SCREENS);
});
