// Needs: history
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { listSampleImports, sampleExport, sampleImport, samplePhoto } from 'fixtures/sample-files';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { chooseFiles, expectLoaded, photoFile } from './support/files.ts';
import { loseResponses } from './support/requests.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({ content: { 'site.json': '{"title": "Empty"}\n' } });

const UPLOAD = '**/api/admin/posts/upload';

const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload .md files' });

const choose = async (page: Page, names: readonly string[]) => {
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      mimeType: 'text/markdown',
      buffer: Buffer.from(await sampleImport(name)),
    })),
  );
  await chooseFiles(uploadButton(page), files);
  // Until they are read, the table has the files that were chosen before.
  const table = page.getByRole('table', { name: 'Chosen files' });
  await expect(table.getByText(names[0] ?? '', { exact: true })).toBeVisible();
};

const send = (page: Page) =>
  page.getByRole('button', { name: 'Import selected .md files' }).click();

test('chosen files are listed, and become posts in one commit', async ({ page, site }) => {
  const names = await listSampleImports();
  await openAsAdmin(page, '/admin/blogs');
  const table = page.getByRole('table', { name: 'Chosen files' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') });

  await test.step('they are listed, and can be excluded', async () => {
    await expect(page.getByText('There are no posts yet.')).toBeVisible();
    await choose(page, names);
    await expect(rows).toHaveCount(10);
    for (const name of names.slice(0, 10)) await expect(page.getByText(name)).toBeVisible();
    const journal = rows.filter({ hasText: '2023-04-05-keeping' });
    await expect(journal).toContainText('Keeping a kitchen journal');
    await expect(journal).toContainText('2 Liquid tags are not Markdown and are kept as they are');
    await expect(rows.filter({ hasText: 'empty.md' })).toContainText('The file has no content');
    await page.getByRole('button', { name: 'and more…' }).click();
    await expect(rows).toHaveCount(names.length);
    const tides = rows.filter({ hasText: 'hugo-a-week-of-tides.md' });
    for (const fact of ['2022-09-12', '/blogs/a-week-of-tides', 'Outdoors', 'Hidden']) {
      await expect(tides).toContainText(fact);
    }
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(table).toBeHidden();
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('the upload is shown, and makes one commit', async () => {
    await choose(page, ['astro-first-frost.md', 'hugo-a-week-of-tides.md', 'heading-only.md']);
    await expect(rows).toHaveCount(3);
    await page.getByRole('checkbox', { name: 'Import heading-only.md' }).uncheck();
    await page.route(UPLOAD, async (route) => {
      await expect(page.getByRole('progressbar', { name: 'Import' })).toBeVisible();
      // Choosing other files would start another import.
      await expect(uploadButton(page)).toBeDisabled();
      await route.continue();
    });
    await send(page);
    await expect(page.getByText('Imported 2 posts')).toBeVisible();
    const imported = page.getByRole('list', { name: 'Imported posts' }).getByRole('link');
    await expect(imported.last()).toHaveAttribute('href', '/admin/blogs/a-week-of-tides');
    await expect(page.getByText('Upload errors')).toBeHidden();
    await expect(table).toBeHidden();
    expect(site.commits()).toHaveLength(2);
    expect(site.changedFiles()).toHaveLength(2);
  });
});

test('invalid files and failed uploads are reported', async ({ page, site }) => {
  await test.step('some are invalid, after an upload that failed', async () => {
    await openAsAdmin(page, '/admin/blogs');
    const row = page.getByRole('row').filter({ hasText: 'empty.md' });
    await page.route(UPLOAD, async (route) => {
      // It is never imported, so it doesn't wait.
      await expect(page.getByText(/heading-only\.md (Waiting|\d+ %|Sent)/)).toBeVisible();
      await expect(row).not.toContainText(/Waiting|%|Sent/);
      await route.abort();
    });
    await choose(page, ['heading-only.md', 'latin1.md', 'empty.md']);
    await expect(row).toContainText('The file has no content');
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Upload failed');
    await page.unroute(UPLOAD);
    await send(page);
    await expect(page.getByText('Imported 1 posts')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Upload errors' })).toBeVisible();
    await expect(page.getByText('latin1.md: The file is not UTF-8 text')).toBeVisible();
    await expect(page.getByText('empty.md: The file has no content')).toBeVisible();
    expect(site.commits()).toHaveLength(2);
  });

  await choose(page, ['broken-yaml.md']);
  await send(page);
  await expect(page.getByRole('heading', { name: 'Imported with changes' })).toBeVisible();
  await expect(page.getByText(/^broken-yaml\.md: Front matter is not valid YAML/)).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Edit' }).filter({ hasText: 'quote' });
  await expect(row).toContainText('An unclosed quoteHiddenProblem');

  await test.step('a rejection without a message, and incomplete responses', async () => {
    const page502 = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
    await page.route(UPLOAD, (route) => route.fulfill(page502));
    await choose(page, ['heading-only.md']);
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Upload failed');
    const saved = ['one', 'two', 'three'].map((id) => ({ id, title: id }));
    // The imported posts are counted even if the response lacks fields.
    for (const [response, message] of [
      [{ count: 4, saved: saved.slice(1) }, 'Imported 4 posts'],
      [{ saved }, 'Imported 3 posts'],
      [{}, 'Imported 2 posts'],
    ] as const) {
      await page.route(UPLOAD, (route) => route.fulfill({ json: response }));
      await choose(page, ['heading-only.md', 'crlf.md']);
      await send(page);
      await expect(page.getByText(message)).toBeVisible();
    }
  });
});

const TIDES = [
  '---',
  'title: A week of tides, written down on the pier in every weather that there was',
  'date: 2022-09-12',
  'tags: [sea]',
  'categories: [outdoors]',
  'draft: false',
  'slug: week-of-tides',
  '---',
  '',
  '![The pier at low water](pier.png) and [the boat](../boat.md)',
  '![](/img/tide.gif) ![](gone.jpg)',
  '',
].join('\n');

test('a folder or a .zip includes its pictures, in the same commit', async ({ page, site }) => {
  const image = Buffer.from(await samplePhoto('lighthouse.png'));
  const files = {
    'site/content/tides/index.md': Buffer.from(TIDES),
    'site/content/tides/pier.png': image,
    'site/content/boat.md': Buffer.from('# The boat\n\nSee [tides](tides/index.md#top).\n'),
    'site/content/left-out.md': Buffer.from('# Left out\n\n![](/img/tide.gif)\n'),
    'site/static/sitemap.xml': Buffer.from(
      `<urlset>${['/week-of-tides/', '/old/boat.html', '/gone/', '/tags/sea/', '/']
        .map((path) => `<url><loc>https://old.example${path}</loc></url>`)
        .join('')}</urlset>`,
    ),
    'site/static/img/tide.gif': Buffer.from(await samplePhoto('tide.gif')),
    'site/static/img/unused.png': image,
    'site/.git/config.md': Buffer.from('# Not meant\n'),
    'site/theme.css': Buffer.from('a {}'),
  };
  const rows = page.getByRole('table', { name: 'Chosen files' }).locator('tbody tr');
  const staged: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/uploads/staged')) staged.push(request.url());
  });
  await openAsAdmin(page, '/admin/blogs');

  await test.step('a .zip is listed as its posts', async () => {
    const buffer = Buffer.from(zipSync(files));
    const zip = { name: 'site.zip', mimeType: 'application/zip', buffer };
    await chooseFiles(uploadButton(page), zip);
    await expect(rows).toHaveCount(3);
    const tides = rows.filter({ hasText: 'content/tides/index.md' });
    await expect(tides).toContainText('/week-of-tides/ → /blogs/week-of-tides');
    await expect(tides).toContainText('2 of 3');
    await expect(tides).toContainText('Not among the files: gone.jpg');
    await expect(rows.filter({ hasText: 'boat.md' })).toContainText('No date');
    await page.getByRole('checkbox', { name: 'Import content/left-out.md' }).uncheck();
    await expect(page.getByText(/^2 of 3 files · 2 pictures with them · 1 picture/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the old sitemap says which addresses will work, before anything is written', async () => {
    const old = page.getByRole('region', { name: 'Old addresses' });
    await expect(old.getByText('Of 5 old addresses 3 will work; these 2 won’t')).toBeVisible();
    await expect(old.getByText('Lists and feeds among them: /tags/sea')).toBeVisible();
    const boat = rows.filter({ hasText: 'content/boat.md' });
    await expect(boat).toContainText('/old/boat.html → /blogs/boat');
    await old.getByRole('combobox', { name: '/gone' }).fill('content/boat.md');
    await old.getByRole('combobox', { name: '/gone' }).blur();
    await expect(old.getByText('Of 5 old addresses 4 will work; these 1 won’t')).toBeVisible();
    await expect(rows.filter({ hasText: 'left-out.md' })).toContainText('/left-out/ (guessed) → ');
    await old.getByText('Add the addresses of the old site').click();
    await old.getByRole('textbox', { name: 'Sitemap, feed' }).fill('<!DOCTYPE a><urlset>');
    await old.getByRole('button', { name: 'Use these' }).click();
    await expect(page.getByText('A list of addresses with entities')).toBeVisible();
    await old.getByRole('textbox', { name: 'Sitemap, feed' }).fill('https://old.example/gone/');
    await old.getByRole('button', { name: 'Use these' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
  });

  await test.step('a retry continues with the pictures that were not sent yet', async () => {
    await page.route(UPLOAD, (route) => route.abort());
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Upload failed');
    await page.unroute(UPLOAD);
    expect(staged).toHaveLength(2);
    expect(site.commits()).toHaveLength(1);
    await send(page);
    await expect(page.getByText('Imported 2 posts')).toBeVisible();
    expect(staged).toHaveLength(2);
    await expect(
      page.getByText('content/tides/index.md: Not among the files: gone.jpg'),
    ).toBeVisible();
  });

  const changes = () => site.git('show', '--name-status', '--format=%s', 'main').trim().split('\n');

  await test.step('posts and pictures make one commit, and link to each other', async () => {
    const [subject, , ...changed] = changes();
    expect(subject).toBe('Import 2 posts with 2 photos');
    expect(changed).toHaveLength(6);
    expect(site.file('posts/boat.md')).toContain('aliases:\n  - /old/boat.html\n  - /gone/\n');
    await page.goto('/blogs/boat');
    await page.getByRole('link', { name: 'tides', exact: true }).click();
    await expect(page).toHaveURL('/blogs/week-of-tides#top');
    await expectLoaded(page.getByAltText('The pier at low water'));
  });

  await test.step('a folder is read as well, and one undo reverts all of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const far = 'https://images.example.com/far-300x200.png';
    const gone = 'https://images.example.com/gone.png';
    const cover = '---\ncover:\n  image: images/frost.png\n  alt: Ice\n---\n\n';
    const frost = `${cover}# Frost\n\n[Me](/about/) ![](${far}) ![](${gone}) [Lost](/2019/lost/)\n`;
    await page.route('**/api/admin/uploads/fetch', async (route) => {
      const { url, hosts } = route.request().postDataJSON() as { url: string; hosts: string[] };
      expect(hosts).toEqual(['images.example.com']);
      const json = { code: 'InvalidInput', message: 'The site answers 404' };
      if (url !== far) return route.fulfill({ status: 400, json });
      const multipart = { file: await photoFile('boat.svg', 'image/svg+xml') };
      const response = await page.request.post('/api/admin/uploads/staged', { multipart });
      return route.fulfill({ response });
    });
    await mkdir(join(folder, '_posts'));
    await writeFile(join(folder, '_posts', 'frost.md'), frost);
    await mkdir(join(folder, 'images'));
    await writeFile(join(folder, 'images', 'frost.png'), await samplePhoto('dunes.webp'));
    await writeFile(join(folder, 'about.md'), '# About me\n\nOf the [frost](_posts/frost.md)\n');
    await writeFile(join(folder, 'README.md'), '# How to build\n');
    await page.goto('/admin/blogs');
    await chooseFiles(page.getByRole('button', { name: 'Choose a folder' }), folder);
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: '_posts/frost.md' })).toContainText('/blogs/frost');
    const about = rows.filter({ hasText: 'about.md' });
    const kind = about.getByRole('combobox', { name: 'Kind of about.md' });
    await expect(kind).toHaveValue('page');
    await kind.selectOption('Post');
    await expect(about).toContainText('/blogs/about');
    await kind.selectOption('Page');
    await expect(about.getByRole('cell')).toContainText(['', 'About me', '', /^\/about$/]);
    await expect(page.getByRole('checkbox', { name: /README/ })).not.toBeChecked();
    await expect(page.getByText('2 of 3 files · 1 picture with them · 1 without')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Fetch 2 pictures from images.example.com' }).check();
    await expect(page.getByText('2 of 3 files · 3 pictures with them · 1 without')).toBeVisible();
    await send(page);
    await expect(page.getByText('Imported 2 posts')).toBeVisible();
    await expect(page.getByText(`${gone}: The site answers 404`)).toBeVisible();
    await expect(page.getByText('Frost: Not on this site: /2019/lost/')).toBeVisible();
    expect(site.file('posts/frost.md')).toMatch(
      /!\[Ice\]\(\/photos\/\w{26}\)[^]*\[Me\]\(\/about\) !\[\]\(\/photos\/\w{26}\) !\[\]\(https:/,
    );
    expect(site.file('pages/about.md')).toContain('Of the [frost](/blogs/frost)');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Frost' })).toHaveCount(0);
    await expect.poll(() => changes()[0]).toMatch(/^Undo "Import .* with 2 photos"$/);
    expect(changes().filter((line) => line.startsWith('D'))).toHaveLength(6);
    await rm(folder, { recursive: true });
  });

  await test.step('an export of Ghost becomes its posts, at their old addresses', async () => {
    const ghost = {
      'data/ghost.json': Buffer.from(await sampleExport('ghost.json')),
      'content/images/2024/01/cow.jpg': Buffer.from(await samplePhoto('dunes.webp')),
    };
    const buffer = Buffer.from(zipSync(ghost));
    await chooseFiles(uploadButton(page), { name: 'g.zip', mimeType: 'application/zip', buffer });
    await expect(rows).toHaveCount(9);
    const cards = rows.filter({ hasText: 'lexical-cards.md' });
    await expect(cards).toContainText('Left out: 1 injected script, 1 paywall, 2 mail cards');
    await expect(rows.filter({ hasText: 'members.md' })).toContainText('for members only');
    const kind = rows.filter({ hasText: 'pages/about.md' }).getByRole('combobox');
    await expect(kind).toHaveValue('page');
    await send(page);
    await expect(page.getByText('Imported 9 posts')).toBeVisible();
    expect(changes()[0]).toBe('Import 8 posts and 1 page with 1 photo');
    await page.goto('/lexical-cards/');
    await expect(page).toHaveURL('/blogs/lexical-cards');
    await expectLoaded(page.getByAltText('Cows eat grass.'));
    await expect(page.getByText('💡 I had an idea')).toBeVisible();
    await expect(page.getByRole('link', { name: 'a link to another post' })).toHaveAttribute(
      'href',
      '/blogs/other-post',
    );
  });
});

test('files are imported once, even if the response is lost', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs');

  await loseResponses(page, UPLOAD);
  await choose(page, ['right-to-left.md', 'latin1.md']);
  await send(page);
  await expect(page.getByRole('alert')).toHaveText('Upload failed');
  await page.unroute(UPLOAD);
  expect(site.commits()).toHaveLength(2);
  await send(page);
  await expect(page.getByText('Imported 1 posts')).toBeVisible();
  await expect(page.getByText('latin1.md: The file is not UTF-8 text')).toBeVisible();
  expect(site.commits()).toHaveLength(2);

  await page.reload();
  await choose(page, ['right-to-left.md']);
  await send(page);
  await expect(page.getByText('Imported 0 posts')).toBeVisible();
  const already = page.getByRole('list', { name: 'Already imported' }).getByRole('link');
  await expect(already).toHaveAttribute('href', '/admin/blogs/right-to-left');
  await expectAccessible(page);
  expect(site.commits()).toHaveLength(2);

  // The response never comes.
  await page.route(UPLOAD, async (route) => {
    await route.fetch();
  });
  await choose(page, ['heading-only.md']);
  await send(page);
  await expect.poll(() => site.commits().length).toBe(3);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('link', { name: 'How to sharpen a pencil' })).toBeVisible();
});
