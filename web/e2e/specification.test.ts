import type { Page } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';
import {
  startSpecificationServer,
  type Completeness,
  type SpecificationServer,
} from 'fixtures/specification';
import { join } from 'node:path';
import { save, tagline } from './support/dashboard.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test as base } from './support/site.ts';

/** Runs the built app against an API that implements only the specification, in two variants. */

const APP = join(import.meta.dirname, '..', 'dist', 'client');

interface Options {
  completeness: Completeness;
}

interface Fixtures {
  api: SpecificationServer;
}

const test = base.extend<Options & Fixtures>({
  completeness: ['complete', { option: true }],

  // Expects only specified calls, of which only the session check may be refused.
  api: async ({ completeness }, provide) => {
    const api = await startSpecificationServer(completeness, APP);
    await provide(api);
    await api.close();
    expect(api.unknownCalls, 'calls that the specification does not know').toEqual([]);
  },

  baseURL: async ({ api }, provide) => {
    await provide(api.url);
  },

  page: async ({ page }, provide) => {
    const failed: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!response.ok() && pathname !== '/api/auth/me')
        failed.push(`${response.status()} ${pathname}`);
    });
    await provide(page);
    expect(failed, 'refused calls').toEqual([]);
  },
});

const NIGHT_BUS = 'What the night bus taught me about queues';
const BRIDGES = 'Reading a city by its bridges';
const NOTE = 'A note for three in the morning';
const BRIDGES_ID = 'reading-a-city-by-its-bridges-k3f9';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

/** The titles of the listed posts. */
const listed = (page: Page) => page.getByRole('article').getByRole('heading');

const storedPost = (api: SpecificationServer, title: string) =>
  api.content().posts.find((post) => post['title'] === title);

/** Whether a date is within the last minute. */
const isNow = (date: unknown): boolean =>
  typeof date === 'string' && Math.abs(Date.now() - Date.parse(date)) < 60_000;

for (const completeness of ['complete', 'sparse'] as const) {
  test.describe(`on a ${completeness} API`, () => {
    test.use({ completeness });
    const isSparse = completeness === 'sparse';
    /** Posts without a date come last. */
    const newestFirst = isSparse ? [BRIDGES, NOTE, NIGHT_BUS] : [NIGHT_BUS, BRIDGES, NOTE];

    test('visitors see every public page', async ({ page }) => {
      await test.step('the landing page', async () => {
        await page.goto('/');
        await expect(heading(page, 'Marit Ashgrove')).toBeVisible();
        await expect(page.locator('strong', { hasText: 'closing for good' })).toBeVisible();
        await expect(heading(page, 'Lead engineer')).toBeVisible();
        await expect(listed(page)).toHaveText(newestFirst);
        await expect(page.getByText('three working days')).toBeVisible();
        const contacts = page.getByRole('link', {
          name: /^(Say hello|Email Marit|Explore GitHub)$/,
        });
        await expect(contacts).toHaveCount(isSparse ? 0 : 3);
        await expect(page.getByText('Availability', { exact: true })).toHaveCount(isSparse ? 0 : 1);
        await expect(page.getByText('Focus areas', { exact: true })).toBeVisible();
      });

      await test.step('the experiences, with all sections', async () => {
        await page.getByRole('link', { name: 'See full list' }).click();
        await expect(page.getByRole('heading', { level: 2 })).toHaveText([
          'Experiences',
          'Education',
          'Programming languages',
          'Languages',
          'Achievements',
        ]);
        await page.getByRole('button', { name: '4 achievements as Lead engineer' }).click();
        await expect(page.locator('strong', { hasText: 'six hours' })).toBeVisible();
        await expect(page.getByText('BSc Mathematics and Computing')).toBeVisible();
        const slides = page.getByText('Timetables are promises');
        await expect(slides).toHaveCount(isSparse ? 0 : 1);
        await page.reload();
        await expect(heading(page, 'Education')).toBeVisible();
      });

      await test.step('the blogs, and a post by its id and by its position', async () => {
        await page.goto('/blogs');
        await expect(listed(page)).toHaveText(newestFirst);
        await page.getByRole('link', { name: BRIDGES }).click();
        await expect(page).toHaveURL(`/blogs/${BRIDGES_ID}`);
        await expect(heading(page, BRIDGES)).toBeVisible();
        for (const [position, title] of newestFirst.entries()) {
          await page.goto(`/blogs/${position}`);
          await expect(heading(page, title)).toBeVisible();
          await expect(page.locator('.prose p').first()).toBeVisible();
        }
        await page.goto('/blogs/3');
        await expect(heading(page, 'Blog post not found')).toBeVisible();
      });

      await test.step('a tag', async () => {
        await page.goto('/blogs/tags/reliability');
        await expect(heading(page, 'Posts tagged “Reliability”')).toBeVisible();
        await expect(listed(page)).toHaveText(isSparse ? [NOTE] : [NIGHT_BUS, NOTE]);
      });

      await test.step('an unknown path redirects home', async () => {
        await page.goto('/nowhere/at/all');
        await expect(page).toHaveURL('/');
        await expect(heading(page, 'Marit Ashgrove')).toBeVisible();
      });
    });

    test('the default content is shown when the code that reads the API fails to load', async ({
      page,
    }) => {
      await page.route('**/assets/lenient-answer-*', (route) => route.abort());
      await page.goto('/');
      await expect(page.getByRole('alert')).toHaveText('Failed to load content');
      await expect(heading(page, 'Marit Ashgrove')).toBeVisible();
    });

    test('the administrator signs in, sees the requested page, and signs out', async ({ page }) => {
      await page.goto('/admin/experiences?from=test#education-and-more');
      await expect(page).toHaveURL(/\/login/);
      await fillLogin(page);
      await expect(page).toHaveURL('/admin/experiences?from=test#education-and-more');
      await expect(page.getByText('Signed in as ada@example.com')).toBeVisible();
      // It would end only this session.
      await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.goto('/admin');
      await expect(page).toHaveURL(/\/login/);
    });

    test('the administrator edits the profile, the site, the sections and the experiences', async ({
      page,
      api,
    }) => {
      await test.step('the dashboard saves its three parts', async () => {
        await openAsAdmin(page);
        await tagline(page).fill('Keeps buses findable.');
        // Enabled highlights need values.
        if (isSparse) await page.getByLabel('Show highlights on the landing page').uncheck();
        await page.getByLabel('Site title').fill('Marit');
        await page.getByLabel('Contact description').fill('Write *soon*.');
        await save(page);
        for (const words of ['Profile updated', 'Site metadata updated', 'Section copy updated']) {
          await expect(page.getByText(words)).toBeVisible();
        }
        const { site, profile, sections } = api.content();
        expect(profile).toMatchObject({ name: 'Marit Ashgrove', tagline: 'Keeps buses findable.' });
        expect(site).toMatchObject({ title: 'Marit' });
        expect(sections).toMatchObject({
          contact: { description: 'Write *soon*.' },
          experiencesPage: { visible: true },
        });
        expect(JSON.stringify(api.content())).not.toContain('Html');
      });

      await test.step('there is no history', async () => {
        await expect(page.getByRole('link', { name: 'Photos' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'History' })).toHaveCount(0);
        for (const path of ['/admin/history', '/admin/history/abc']) {
          await page.goto(path);
          await expect(page).toHaveURL('/admin');
        }
      });

      await test.step('the experiences', async () => {
        await page.getByRole('link', { name: 'Experiences', exact: true }).click();
        const last = page.getByRole('group', { name: 'Experience 3' });
        await last.getByLabel('Achievements').fill('One\n\nTwo **bold**');
        await page.getByLabel('Programming languages', { exact: true }).fill('SQL, Bash');
        await save(page);
        await expect(page.getByText('Experiences updated')).toBeVisible();
        await expect(page.getByText('Section copy updated')).toBeVisible();
        const { experiences, sections } = api.content();
        expect((experiences as unknown[])[2]).toMatchObject({
          achievements: ['One', 'Two **bold**'],
        });
        expect(sections).toMatchObject({ programmingLanguages: { items: ['SQL', 'Bash'] } });
      });

      await test.step('visitors see it', async () => {
        await page.goto('/');
        await expect(page.getByText('Keeps buses findable.')).toBeVisible();
        await expect(page.getByRole('link', { name: 'marit', exact: true })).toBeVisible();
        await expect(page.locator('em', { hasText: 'soon' })).toBeVisible();
      });

      await test.step('the defaults are restored', async () => {
        await page.goto('/admin');
        await page.getByRole('button', { name: 'Restore defaults' }).click();
        const dialog = page.getByRole('dialog', { name: 'Restore the default content?' });
        await expect(dialog).not.toContainText('history');
        await dialog.getByRole('button', { name: 'Restore defaults' }).click();
        await expect(page.getByText('Defaults restored')).toBeVisible();
        await expect(tagline(page)).toHaveValue(/^I build quiet/);
      });
    });

    test('the administrator writes, changes, hides and deletes posts', async ({ page, api }) => {
      await test.step('a new post has both dates', async () => {
        await openAsAdmin(page, '/admin/blogs');
        await page.getByRole('link', { name: 'Create new blog' }).click();
        await page.getByLabel('Title').fill('Low water');
        await page.getByRole('textbox', { name: 'Content' }).fill('A **quiet** harbour.');
        await page.getByLabel('Tags').fill('Maps, Sea');
        await page.getByRole('button', { name: 'Create blog' }).click();
        await expect(page.getByText('Saved! Redirecting back to the list…')).toBeVisible();
        await expect(page).toHaveURL('/admin/blogs');
        const post = storedPost(api, 'Low water');
        expect(post).toMatchObject({ content: 'A **quiet** harbour.', tags: ['Maps', 'Sea'] });
        expect([post?.['createdAt'], post?.['updatedAt']].map(isNow)).toEqual([true, true]);
        expect(api.content().posts).toHaveLength(4);
        for (const { content } of api.content().posts) expect(content).toMatch(/\S/);
      });

      await test.step('a changed post has a new modification date, and keeps its creation date', async () => {
        const { createdAt } = storedPost(api, NOTE) ?? {};
        await row(page, NOTE).getByRole('link', { name: 'Edit' }).click();
        await page.getByRole('textbox', { name: 'Content' }).fill('It was a *short* night.');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await expect(page).toHaveURL('/admin/blogs');
        const post = storedPost(api, NOTE);
        expect(post).toMatchObject({ content: 'It was a *short* night.', createdAt });
        expect(isNow(post?.['updatedAt'])).toBe(true);
        expect(isNow(storedPost(api, BRIDGES)?.['updatedAt'])).toBe(false);
      });

      await test.step('changes made elsewhere meanwhile stay', async () => {
        const addElsewhere = async (id: string) => {
          const post = { id, title: `Post ${id}`, content: 'Text', tags: [], hidden: false };
          const data = [...api.content().posts, post];
          expect((await page.request.put('/api/posts', { data })).ok()).toBe(true);
        };
        await row(page, NOTE).getByRole('link', { name: 'Edit' }).click();
        await page.getByLabel('Tags').fill('Bash');
        await addElsewhere('x');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await expect(page).toHaveURL('/admin/blogs');
        await expect(row(page, 'Post x')).toBeVisible();
        await addElsewhere('y');
        for (const title of ['Post x', NOTE]) await page.getByLabel(`Select ${title}`).check();
        await page.getByRole('button', { name: 'Hide selected' }).click();
        await expect(page.getByText('2 posts hidden from public site')).toBeVisible();
        await expect(row(page, 'Post y')).toBeVisible();
        for (const title of ['Post x', 'Post y']) await page.getByLabel(`Select ${title}`).check();
        await page.getByRole('button', { name: 'Delete selected' }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Delete/ })
          .click();
        await expect(page.getByText('2 posts deleted successfully')).toBeVisible();
        await row(page, NOTE).getByRole('button', { name: 'Unhide' }).click();
        await expect(page.getByText('Post is now visible')).toBeVisible();
        expect(api.content().posts).toHaveLength(4);
      });

      await test.step('its admin page', async () => {
        await page.getByRole('link', { name: NOTE }).click();
        await expect(page.locator('em', { hasText: 'short' })).toBeVisible();
        await page.getByRole('button', { name: 'Hide', exact: true }).click();
        await expect(page.getByText('Post hidden from public site')).toBeVisible();
        expect(storedPost(api, NOTE)).toMatchObject({ hidden: true });
        await page.goto('/admin/blogs/tags/maps');
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Low water', BRIDGES]);
      });

      await test.step('visitors see the visible posts', async () => {
        await page.goto('/blogs');
        await expect(listed(page).first()).toHaveText('Low water');
        await expect(listed(page)).toHaveCount(3);
        await expect(page.getByRole('heading', { name: NOTE })).toHaveCount(0);
        await page.getByRole('link', { name: 'Low water' }).click();
        await expect(page.locator('strong', { hasText: 'quiet' })).toBeVisible();
      });

      await test.step('deleting one, and several together', async () => {
        await page.goto('/admin/blogs');
        await row(page, NOTE).getByRole('button', { name: 'Unhide' }).click();
        await expect(page.getByText('Post is now visible')).toBeVisible();
        await row(page, 'Low water').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
        await expect(page.getByText('Post deleted successfully')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
        for (const title of [NOTE, BRIDGES]) await page.getByLabel(`Select ${title}`).check();
        await page.getByRole('button', { name: 'Hide selected' }).click();
        await expect(page.getByText('2 posts hidden from public site')).toBeVisible();
        const { posts } = api.content();
        expect(posts.map(({ hidden }) => hidden === true).sort()).toEqual([false, true, true]);
        for (const { content } of posts) expect(content).toMatch(/\S/);
      });
    });

    test('the administrator imports posts', async ({ page, api }) => {
      await openAsAdmin(page, '/admin/blogs');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload .md files' }).click();
      await (
        await chooser
      ).setFiles(
        ['one.md', 'two.md', 'notes.txt'].map((name) => ({
          name,
          mimeType: 'text/markdown',
          buffer: Buffer.from(`Text of ${name}`),
        })),
      );
      await page.getByRole('button', { name: 'Import selected .md files' }).click();
      await expect(
        page.getByText(isSparse ? 'Imported 3 posts' : 'Imported 2 posts'),
      ).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Upload errors' })).toBeVisible();
      await expect(
        page.getByText(isSparse ? 'notes.txt is no Markdown' : 'notes.txt: Not Markdown'),
      ).toBeVisible();
      await expect(row(page, 'one')).toBeVisible();
      expect(storedPost(api, 'two')).toMatchObject({ content: 'Text of two.md' });
    });

    test('the administrator manages photos', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openAsAdmin(page, '/admin/uploads');
      const photo = page.getByRole('row').filter({ hasText: 'lighthouse.png' });

      await test.step('uploading and viewing one', async () => {
        await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();
        await page.getByLabel('Choose, drop or paste photos').setInputFiles({
          name: 'lighthouse.png',
          mimeType: 'image/png',
          buffer: Buffer.from(await samplePhoto('lighthouse.png')),
        });
        await page.getByRole('button', { name: 'Upload', exact: true }).click();
        await expect(photo).toBeVisible();
        const width = (image: HTMLImageElement) => image.naturalWidth;
        await expect.poll(() => photo.locator('img').evaluate(width)).toBeGreaterThan(0);
        await photo.getByRole('button', { name: 'Preview' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      });

      await test.step('copying its Markdown', async () => {
        await photo.getByRole('button', { name: 'Copy markdown' }).click();
        await expect(photo.getByText('Copied!')).toBeVisible();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied).toMatch(/^!\[\]\(\/photos\/[\w-]+\)$/);
      });

      await test.step('using it in a post', async () => {
        await page.goto('/admin/blogs/new');
        await page.getByRole('button', { name: 'Insert image' }).click();
        await page.getByRole('button', { name: /lighthouse\.png/ }).click();
        await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(/\/photos\//);
        await page.getByRole('button', { name: 'Preview', exact: true }).click();
        const shown = page.getByRole('dialog').locator('img');
        await expect
          .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
      });

      await test.step('deleting it', async () => {
        await page.goto('/admin/uploads');
        await photo.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete photo' }).click();
        await expect(page.getByText('lighthouse.png deleted')).toBeVisible();
        await expect(photo).toHaveCount(0);
      });
    });
  });
}
