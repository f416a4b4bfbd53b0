// Needs: account
import type { Page, Request } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { blockStorage } from './support/browser-storage.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const POST = '/blogs/reading-a-city-by-its-bridges-k3f9';

/** The forms that each page links to, in page order. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  '/': ['/admin#identity', '/admin/experiences', '/admin/blogs', '/admin#contact'],
  [POST]: [`/admin${POST}/edit`],
  '/experiences': [
    '/admin/experiences',
    ...Array.from({ length: 4 }, () => '/admin/experiences#education-and-more'),
  ],
};

const editLinks = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Edit / });

/** The requests of a visit that are due to the edit links. */
const requestsFor = async (page: Page, path: string): Promise<string[]> => {
  const requests: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/\/auth\/|edit-link/.test(pathname)) requests.push(pathname.replace(/-[\w-]{8}\./, '.'));
  };
  page.on('request', note);
  await page.goto(path, { waitUntil: 'networkidle' });
  // The browser has been idle once this callback runs.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return requests;
};

/** The positions of all elements on the page that are laid out on their own. */
const layoutOf = (page: Page) =>
  page
    .locator(':is(main, footer) :is(h1, h2, h3, p, li)')
    .evaluateAll((elements) =>
      elements.map((element) => JSON.stringify(element.getBoundingClientRect())),
    );

test('the owner sees links from public pages to their forms', async ({ page, context }) => {
  const layouts = new Map<string, string[]>();

  for (const path of Object.keys(FORMS)) {
    expect(await requestsFor(page, path)).toEqual([]);
    await expect(editLinks(page)).toHaveCount(0);
    layouts.set(path, await layoutOf(page));
  }

  await page.goto('/login');
  await fillLogin(page);
  await expect(page.getByText('Signed in as')).toBeVisible();

  await test.step('the session is requested once, and the links move nothing', async () => {
    for (const [path, forms] of Object.entries(FORMS)) {
      const requests = await requestsFor(page, path);
      expect(requests.filter((request) => request.startsWith('/api'))).toEqual(['/api/auth/me']);
      await expect(editLinks(page)).toHaveCount(forms.length);
      const addresses = await editLinks(page).evaluateAll((links) =>
        links.map((link) => link.getAttribute('href')),
      );
      expect(addresses).toEqual(forms);
      expect(await layoutOf(page)).toEqual(layouts.get(path));
      expect(await (await page.request.get(path)).text()).not.toContain('/admin');
      if (path === '/') await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    await page.goto('/blogs');
    await page.getByRole('link', { name: 'Reading a city by its bridges' }).click();
    await expect(editLinks(page)).toHaveCount(1);
  });

  await test.step('they can be reached by keyboard, and are not printed', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(editLinks(page)).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.getByRole('main').locator('header a').nth(-2).focus();
    await page.keyboard.press('Tab');
    await expect(editLinks(page)).toBeFocused();
    await expect(editLinks(page)).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Title')).toHaveValue('Reading a city by its bridges');
  });

  await context.clearCookies();
  expect(await requestsFor(page, '/')).toContain('/api/auth/me');
  await expect(editLinks(page)).toHaveCount(0);
  expect(await requestsFor(page, '/')).toEqual([]);

  await test.step('signing out removes them', async () => {
    await openAsAdmin(page);
    // The sign-in page asks for passkeys.
    const asked = page.waitForResponse('**/api/auth/passkeys/options');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await asked;
    expect(await requestsFor(page, POST)).toEqual([]);
  });
});

test('with blocked storage the owner sees the site as visitors do', async ({ page }) => {
  await blockStorage(page);
  await openAsAdmin(page);
  await expect(page.getByText('Signed in as')).toBeVisible();
  expect(await requestsFor(page, '/')).toEqual([]);
  await expect(editLinks(page)).toHaveCount(0);
});
