import type { Request } from '@playwright/test';
import { postFile } from './support/blog.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const COUNT = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A text of 2 KB that doesn't compress well. */
const textOf = (index: number): string =>
  Array.from({ length: 40 }, (_, line) =>
    `Line ${line} of ${index * 7919 + line * 104_729}, `.repeat(2),
  ).join('\n');

const content = Object.fromEntries(
  Array.from({ length: COUNT }, (_, index) => {
    const createdAt = new Date(Date.UTC(1990, 0, 1) + index * DAY_MS).toISOString();
    const fields = { title: `Post ${index + 1}`, tags: [`Tag ${index % 50}`], createdAt };
    return [`posts/post-${index + 1}.md`, postFile(fields, textOf(index))];
  }),
);

test.use({ content });

/** Requested again when the list is shown, if the last response is older than two seconds. */
const LIST = 'GET /api/content?posts=headings';

const nameOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
};

/** The transferred bytes. */
const bytesOf = async (request: Request): Promise<{ sent: number; received: number }> => {
  const { requestBodySize, responseBodySize } = await request.sizes();
  return { sent: requestBodySize, received: responseBodySize };
};

test('with 2,000 posts only headings are loaded, and one post is saved', async ({ page, site }) => {
  test.slow();
  const calls: Request[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    // Lists poll for changes, and get a response at any time.
    if (pathname.startsWith('/api/') && pathname !== '/api/revision') calls.push(request);
  });
  const started = () => calls.splice(0);
  const receivedBytes = async () =>
    (await Promise.all(started().map(bytesOf))).reduce((sum, { received }) => sum + received, 0);
  /** A page may show a response before the browser reports that its request has finished. */
  const expectCall = (name: string) => expect.poll(() => calls.map(nameOf)).toContain(name);

  await openAsAdmin(page, '/admin/blogs');
  await expect(page.getByText('2000 posts')).toBeVisible();
  await expectCall(LIST);
  expect(await receivedBytes()).toBeLessThan(60_000);

  await page.getByRole('searchbox').fill(`of ${999 * 7919},`);
  await expect(page.getByText('1 of 2000 posts')).toBeVisible();
  await expect.poll(() => started().map(nameOf).join()).toContain('/search');

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Content', { exact: true })).toHaveValue(textOf(999));
  await expectCall('GET /api/posts/post-1000?posts=markdown');
  expect(await receivedBytes()).toBeLessThan(5_000);

  await test.step('saving it reloads nothing else', async () => {
    await page.getByLabel('Title').fill('The thousandth');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    await expect(page.getByRole('heading', { name: 'The thousandth' })).toBeVisible();
    await expectCall('PUT /api/posts/post-1000?posts=markdown');
    const finished = started();
    const lists = finished.filter((request) => nameOf(request) === LIST);
    const others = finished.filter((request) => !lists.includes(request));
    expect(others.map(nameOf)).toEqual(['PUT /api/posts/post-1000?posts=markdown']);
    const [put] = await Promise.all(others.map(bytesOf));
    const { length } = JSON.stringify(textOf(999));
    expect(put?.sent).toBeLessThan(length + 300);
    expect(put?.received).toBeLessThan(length + 300);
    for (const list of lists) expect(await bytesOf(list)).toEqual({ sent: 0, received: 0 });
    expect(site.git('diff', '--name-only', 'main~', 'main')).toBe('posts/post-1000.md\n');
  });

  await test.step('hiding and deleting several takes only a few bytes', async () => {
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Hide selected' }).click();
    await expect(page.getByText('10 posts hidden from public site')).toBeVisible();
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('button', { name: 'Delete posts' }).click();
    await expect(page.getByText('1990 posts')).toBeVisible();
    await expect
      .poll(() => calls.map(nameOf).filter((name) => name !== LIST))
      .toEqual(['POST /api/admin/posts/visibility', 'POST /api/admin/posts/delete']);
    for (const { sent, received } of await Promise.all(started().map(bytesOf))) {
      expect(sent + received).toBeLessThan(3_000);
    }
  });
});
