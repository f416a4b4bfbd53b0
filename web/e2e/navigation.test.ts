import type { Page } from '@playwright/test';
import { postFile } from './support/blog.ts';
import { holdRequests, watchCalls } from './support/requests.ts';
import { expect, test } from './support/site.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test.use({
  content: {
    'posts/recent.md': postFile({ title: 'New', createdAt: '2020-03-01' }, 'Flood.'),
    'posts/old.md': postFile({ title: 'Old', createdAt: '2020-02-01', tags: ['Tides'] }, 'Ebb.'),
    'posts/first.md': postFile({ title: 'First', createdAt: '2020-01-01' }, 'Slack water.'),
  },
});

test('hovering or focusing a link prefetches its content, only once', async ({ page }) => {
  const calls = watchCalls(page);
  await page.goto('/blogs');
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  await link('Old').hover();
  await expect.poll(() => calls).toEqual(['GET /api/posts/old']);
  await link('First').focus();
  await expect.poll(() => calls).toEqual(['GET /api/posts/old', 'GET /api/posts/first']);

  await link('Old').click();
  await expect(page.getByText('Ebb.')).toBeVisible();
  expect(calls).toHaveLength(2);
  await link('Tides').click();
  await expect(heading(page)).toHaveText('Posts tagged “Tides”');
  await page.waitForLoadState('networkidle');
  const before = [...calls];
  expect(before).toEqual([
    'GET /api/posts/old',
    'GET /api/posts/first',
    'GET /api/content?posts=summary',
  ]);
  await page.getByRole('banner').getByRole('link', { name: 'Experiences' }).click();
  await expect(page.getByRole('heading', { name: 'Experiences' })).toBeInViewport();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('Ebb.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual(before);
});

test('a click on a post shows at once what the list knows', async ({ page }) => {
  const calls = watchCalls(page);
  const release = await holdRequests(page, '**/api/posts/*');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/blogs', { waitUntil: 'networkidle' });
  const link = page.getByRole('main').getByRole('link', { name: 'Old', exact: true });

  await link.hover();
  await link.focus();
  // Requests of the hover would have been made before this one.
  await page.evaluate(() => fetch('/healthz'));
  expect(calls).toEqual([]);

  await test.step('its title, tags and date keep their positions', async () => {
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        document.startViewTransition = start;
        const transition = start(update);
        void transition.ready.then(() => {
          document.documentElement.dataset['moved'] = document
            .getAnimations()
            .map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
            .join();
        });
        return transition;
      };
    });
    await link.click();
    await expect(heading(page)).toHaveText('Old');
    await expect(heading(page)).toBeFocused();
    const moved = page.locator('html');
    await expect(moved).toHaveAttribute('data-moved', /::view-transition-group\(post-old\)/);
    const article = page.getByRole('article');
    const boxes = () =>
      article
        .locator('h1, time, [aria-label=Tags]')
        .evaluateAll((all) =>
          all.map((element) => JSON.stringify(element.getBoundingClientRect())),
        );
    await expect(article.locator('time')).toHaveText('1 February 2020');
    await expect(page.getByText('Loading blog…')).toBeVisible();
    // Waits for the transition of the title from the list. The line that shows the progress stays.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(1);
    const before = await boxes();
    expect(before).toHaveLength(3);
    release();
    await expect(page.getByText('Ebb.')).toBeVisible();
    expect(await boxes()).toEqual(before);
    await expect(page.getByRole('link', { name: /Previous post.*First/ })).toBeVisible();
    expect(calls).toEqual(['GET /api/posts/old']);
  });
});

test('a failed prefetch or a reconnection changes no post being read', async ({ page }) => {
  const calls = watchCalls(page);
  await page.goto('/blogs/old');
  await page.route('**/api/posts/*', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  const next = page.getByRole('link', { name: /Next post/ });
  await next.hover();
  await failed;
  await page.evaluate(async () => {
    dispatchEvent(new Event('online'));
    // Requests of the events would have been made before this one.
    await fetch('/healthz');
  });
  await expect(page.getByText('Ebb.')).toBeVisible();
  expect(calls).toEqual(['GET /api/posts/recent']);

  await next.click();
  await expect(page.getByText('Flood.')).toBeVisible();
  expect(calls).toEqual(['GET /api/posts/recent', 'GET /api/posts/recent']);
});

test.describe('without a network', () => {
  test.use({ expectedFault: /Failed to fetch dynamically imported module/ });

  test('a post keeps its title, and its text can be requested again', async ({ page, context }) => {
    await page.goto('/blogs', { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await page.getByRole('main').getByRole('link', { name: 'Old' }).click();
    await expect(page.getByText('The text of this post could not be loaded.')).toBeVisible();
    await expect(heading(page)).toHaveText('Old');
    await page.getByRole('link', { name: 'All blogs' }).click();
    await expect(heading(page)).toHaveText('Blogs');
    await context.setOffline(false);
    await page.route('**/api/posts/*', (route) =>
      route.fulfill({ status: 503, json: { message: 'The store is down' } }),
    );
    await page.getByRole('main').getByRole('link', { name: 'Old' }).click();
    await expect(page.getByRole('alert')).toHaveText('The store is down');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByText('Ebb.')).toBeVisible();
  });
});
