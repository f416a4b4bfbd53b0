import type { Request } from '@playwright/test';
import { postFile } from './support/blog.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const COUNT = 10_000;
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

const nameOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
};

/** The transferred bytes. */
const bytesOf = async (request: Request): Promise<{ sent: number; received: number }> => {
  const { requestBodySize, responseBodySize } = await request.sizes();
  return { sent: requestBodySize, received: responseBodySize };
};

test('with 10,000 posts the admin area loads only headings, and a save transfers only one post', async ({
  page,
  site,
}) => {
  test.slow();
  const calls: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/')) calls.push(request);
  });
  const started = () => calls.splice(0);

  await test.step('the list loads no texts', async () => {
    await openAsAdmin(page, '/admin/blogs');
    await expect(page.getByText('10000 posts')).toBeVisible();
    const found = started();
    expect(found.map(nameOf)).toContain('GET /api/content?posts=headings');
    const sizes = await Promise.all(found.map(bytesOf));
    expect(sizes.reduce((sum, { received }) => sum + received, 0)).toBeLessThan(250_000);
  });

  await test.step('texts can be searched nevertheless', async () => {
    await page.getByRole('searchbox').fill(`of ${4999 * 7919},`);
    await expect(page.getByText('1 of 10000 posts')).toBeVisible();
    started();
  });

  await test.step('opening a post loads it', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByLabel('Content', { exact: true })).toHaveValue(textOf(4999));
    const found = started();
    expect(found.map(nameOf)).toContain('GET /api/posts/post-5000?posts=markdown');
    const sizes = await Promise.all(found.map(bytesOf));
    expect(sizes.reduce((sum, { received }) => sum + received, 0)).toBeLessThan(5_000);
  });

  await test.step('saving it reloads nothing else', async () => {
    await page.getByLabel('Title').fill('The five thousandth');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    await expect(page.getByRole('heading', { name: 'The five thousandth' })).toBeVisible();
    // The list only polls for changes.
    await expect
      .poll(() => calls.map(nameOf).filter((name) => !name.startsWith('GET /api/revision')))
      .toEqual(['PUT /api/posts/post-5000?posts=markdown', 'GET /api/content?posts=headings']);
    const found = started().filter((request) => !nameOf(request).startsWith('GET /api/revision'));
    const [put, list] = await Promise.all(found.map(bytesOf));
    const { length } = JSON.stringify(textOf(4999));
    expect(put?.sent).toBeLessThan(length + 300);
    expect(put?.received).toBeLessThan(length + 300);
    expect(list).toEqual({ sent: 0, received: 0 });
    expect(site.git('diff', '--name-only', 'main~', 'main')).toBe('posts/post-5000.md\n');
  });

  await test.step('hiding and deleting several takes only a few bytes', async () => {
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Hide selected' }).click();
    await expect(page.getByText('10 posts hidden from public site')).toBeVisible();
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('button', { name: 'Delete posts' }).click();
    await expect(page.getByText('9990 posts')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const found = started();
    expect(found.map(nameOf)).toEqual([
      'POST /api/admin/posts/visibility',
      'POST /api/admin/posts/delete',
    ]);
    for (const { sent, received } of await Promise.all(found.map(bytesOf))) {
      expect(sent + received).toBeLessThan(3_000);
    }
  });
});
