import type { Page } from '@playwright/test';
import { listSampleImports, sampleImport } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({ content: { 'site.json': '{"title": "Empty"}\n' } });

const UPLOAD = '**/api/admin/posts/upload';

const choose = async (page: Page, names: readonly string[]) => {
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      mimeType: 'text/markdown',
      buffer: Buffer.from(await sampleImport(name)),
    })),
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload .md files' }).click();
  await (await chooser).setFiles(files);
};

const send = (page: Page) =>
  page.getByRole('button', { name: 'Import selected .md files' }).click();

test('chosen files are named, at most ten, and the good ones become posts in one commit', async ({
  page,
  site,
}) => {
  const names = await listSampleImports();
  await openAsAdmin(page, '/admin/blogs');
  const list = page.getByRole('list', { name: 'Chosen files' });

  await test.step('they are named, and can be put back', async () => {
    await expect(page.getByText('There are no posts yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create new blog' })).toHaveAttribute(
      'href',
      '/admin/blogs/new',
    );
    await choose(page, names);
    await expect(list.getByRole('listitem')).toHaveText([...names.slice(0, 10), 'and more…']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(list).toBeHidden();
    await choose(page, names.slice(0, 10));
    await expect(list.getByRole('listitem')).toHaveText(names.slice(0, 10));
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('the upload is shown, and makes one commit', async () => {
    await choose(page, ['astro-first-frost.md', 'hugo-a-week-of-tides.md']);
    await page.route(UPLOAD, async (route) => {
      await expect(page.getByRole('progressbar', { name: 'Import' })).toBeVisible();
      await expect(list.getByRole('listitem').last()).toHaveText(
        /^hugo-a-week-of-tides\.md (Waiting|\d+ %|Sent)$/,
      );
      await route.continue();
    });
    await send(page);
    await expect(page.getByText('Imported 2 posts')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'A week of tides' })).toBeVisible();
    await expect(
      page
        .getByRole('list', { name: 'Imported posts' })
        .getByRole('link', { name: 'A week of tides' }),
    ).toHaveAttribute('href', '/admin/blogs/hugo-a-week-of-tides');
    await expect(page.getByText('Upload errors')).toBeHidden();
    await expect(list).toBeHidden();
    expect(site.git('log', '-1', '--format=%s', 'main').trim()).toBe('Import 2 posts');
    expect(site.git('show', '--name-status', '--format=', 'main').trim().split('\n')).toEqual([
      'A\tposts/astro-first-frost.md',
      'A\tposts/hugo-a-week-of-tides.md',
    ]);
  });
});

test('bad files are told beside the good ones, and so is an upload that failed', async ({
  page,
  site,
}) => {
  await test.step('some are bad, after an upload that failed', async () => {
    await openAsAdmin(page, '/admin/blogs');
    await page.route(UPLOAD, (route) => route.abort());
    await choose(page, ['heading-only.md', 'latin1.md', 'empty.md']);
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Upload failed');
    await page.unroute(UPLOAD);
    await send(page);
    await expect(page.getByText('Imported 1 posts')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Upload errors' })).toBeVisible();
    await expect(page.getByText('latin1.md: The file is not UTF-8 text')).toBeVisible();
    await expect(page.getByText('empty.md: The file has no content')).toBeVisible();
    await expectAccessible(page);
    expect(site.commits()).toHaveLength(2);
  });

  await test.step('one is imported, but its front matter can not be read', async () => {
    await choose(page, ['broken-yaml.md']);
    await send(page);
    await expect(
      page.getByRole('heading', { name: 'Imported, but not as it was meant' }),
    ).toBeVisible();
    await expect(page.getByText(/^broken-yaml\.md: Front matter is not valid YAML/)).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: 'Edit' }).filter({ hasText: 'quote' });
    await expect(row).toContainText('An unclosed quoteProblem');
    await expectAccessible(page);
    expect(site.commits()).toHaveLength(3);
  });

  await test.step('all are bad', async () => {
    await choose(page, ['empty.md']);
    await expect(page.getByRole('heading', { name: 'Upload errors' })).toBeHidden();
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('None of the files could be imported');
    await expect(page.getByText('empty.md: The file has no content')).toBeVisible();
    expect(site.commits()).toHaveLength(3);
  });

  await test.step('answers that say little', async () => {
    const saved = ['one', 'two', 'three'].map((id) => ({ id, title: id }));
    // However little an answer says, what was imported is counted.
    for (const [answer, message] of [
      [{ count: 4, saved: saved.slice(1) }, 'Imported 4 posts'],
      [{ saved }, 'Imported 3 posts'],
      [{}, 'Imported 2 posts'],
    ] as const) {
      await page.route(UPLOAD, (route) => route.fulfill({ json: answer }));
      await choose(page, ['heading-only.md', 'crlf.md']);
      await send(page);
      await expect(page.getByText(message)).toBeVisible();
    }
  });
});

test('a refusal without words says that the upload failed', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs');
  await choose(page, ['crlf.md']);
  const refusals = [
    { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
    { status: 413, body: '' },
    { status: 400, json: { message: { text: 'No' } } },
    { status: 400, json: { message: '' } },
  ];
  for (const refusal of refusals) {
    await page.route(UPLOAD, (route) => route.fulfill(refusal), { times: 1 });
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Upload failed');
  }
  await page.route(UPLOAD, (route) => route.fulfill({ status: 400, json: { message: 'Too big' } }));
  await send(page);
  await expect(page.getByRole('alert')).toHaveText('Too big');
  expect(site.commits()).toHaveLength(1);
});

test('more files than one request may have are one import, which goes on where it failed', async ({
  page,
  site,
}) => {
  const files = Array.from({ length: 103 }, (_, index) => ({
    name: index === 100 ? 'empty.md' : `note-${index}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(index === 100 ? ' ' : `# Note ${index}\n\nText\n`),
  }));
  await openAsAdmin(page, '/admin/blogs');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload .md files' }).click();
  await (await chooser).setFiles(files);
  const progress: number[] = [];
  const bar = page.getByRole('progressbar', { name: 'Import' });

  await test.step('the second request fails', async () => {
    let requests = 0;
    await page.route(UPLOAD, async (route) => {
      requests += 1;
      progress.push(Number(await bar.getAttribute('value')));
      await (requests === 2 ? route.abort() : route.continue());
    });
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Upload failed');
    expect(requests).toBe(2);
    await expect(page.getByText('50 posts', { exact: true })).toBeVisible();
  });

  await test.step('the rest is sent, and told as one result', async () => {
    await send(page);
    await expect(page.getByText('Imported 102 posts')).toBeVisible();
    await expect(page.getByText('empty.md: The file has no content')).toBeVisible();
    await expect(page.getByText('102 posts', { exact: true })).toBeVisible();
    expect(progress).toHaveLength(4);
    expect(progress[1]).toBeGreaterThan(0.4);
    expect(progress[3]).toBeGreaterThan(progress[2] ?? 1);
    expect(site.git('log', '--reverse', '--format=%s', 'main').trim().split('\n').slice(1)).toEqual(
      ['Import 50 posts', 'Import 50 posts', 'Import 2 posts'],
    );
  });
});

test('files are imported once, also when the answer is lost or no longer waited for', async ({
  page,
  site,
}) => {
  await openAsAdmin(page, '/admin/blogs');

  await test.step('a lost answer, and the same import again', async () => {
    await page.route(UPLOAD, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await choose(page, ['right-to-left.md', 'latin1.md']);
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Upload failed');
    await page.unroute(UPLOAD);
    expect(site.commits()).toHaveLength(2);
    await send(page);
    await expect(page.getByText('Imported 1 posts')).toBeVisible();
    await expect(page.getByText('latin1.md: The file is not UTF-8 text')).toBeVisible();
    expect(site.commits()).toHaveLength(2);
  });

  await test.step('the same file in a later session', async () => {
    await page.reload();
    await choose(page, ['right-to-left.md']);
    await send(page);
    await expect(page.getByText('Imported 0 posts')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Already imported' })).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Already imported' }).getByRole('link'),
    ).toHaveAttribute('href', '/admin/blogs/right-to-left');
    await expectAccessible(page);
    await expect(page.getByRole('list', { name: 'Chosen files' })).toBeHidden();
    expect(site.commits()).toHaveLength(2);
  });

  await test.step('what is imported after all is listed after Cancel', async () => {
    await page.route(UPLOAD, async (route) => {
      await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.abort();
    });
    await choose(page, ['heading-only.md']);
    await send(page);
    await expect.poll(() => site.commits().length).toBe(3);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('link', { name: 'How to sharpen a pencil' })).toBeVisible();
  });
});
