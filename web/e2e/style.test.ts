// Needs: history
import type { Page } from '@playwright/test';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { save } from './support/dashboard.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const ASSETS = join(import.meta.dirname, '..', 'dist', 'client', 'assets');
const HIDE_ALL = '* { display: none !important }';

test.use({
  content: {
    'profile.json': '{\n  "name": "Ada"\n}\n',
    'posts/tides.md': postFile({ title: 'Tides', hidden: false }, 'The low tide'),
  },
});

const colourOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('CSS of the owner changes the public pages only, and can always be taken back', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  await page.getByRole('link', { name: 'CSS of your own' }).click();
  const css = page.getByLabel('CSS', { exact: true });
  const light = page.frameLocator('iframe[title="Landing page, light"]');
  const dark = page.frameLocator('iframe[title="A post, dark"]');
  const colours = () =>
    page.locator('iframe').evaluateAll((frames) =>
      frames.map((frame) => {
        const { body } = (frame as HTMLIFrameElement).contentDocument as Document;
        return getComputedStyle(body).backgroundColor;
      }),
    );

  await test.step('the preview shows what is not saved', async () => {
    await css.fill('body { background: light-dark(rgb(1, 2, 3), rgb(4, 5, 6)) }');
    await expect(light.getByRole('heading', { level: 1 })).toContainText('Ada');
    await expect.poll(colours).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)']);
    await page.getByRole('button', { name: 'A post' }).click();
    await expect(dark.getByText('The low tide')).toBeVisible();
    await expect.poll(colours).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)']);
    await page.getByText('Values of the site').click();
    await expect(page.getByText('--accent: light-dark')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('one commit saves it with a font, which pages load', async () => {
    const [font = ''] = (await readdir(ASSETS)).filter((name) => name.endsWith('.woff2'));
    const buffer = await readFile(join(ASSETS, font));
    const files = { name: 'mine.woff2', mimeType: '', buffer };
    await page.locator('input[type=file]').setInputFiles(files);
    await expect(page.getByText('url("fonts/mine.woff2")')).toBeVisible();
    await css.fill(
      '@font-face { font-family: Mine; src: url("fonts/mine.woff2") }\nbody { background: rgb(1, 2, 3); font-family: Mine }',
    );
    await save(page, 'Style updated');
    expect(site.subject()).toBe('Update style: CSS, fonts');
    expect(site.changedFiles()).toEqual(['A\tassets/fonts/mine.woff2', 'A\tassets/style.css']);
    expect(await colourOf(page)).not.toBe('rgb(1, 2, 3)');
    const loaded = page.waitForResponse(/\/assets\/[^/]+\/fonts\/mine\.woff2$/);
    await page.getByRole('link', { name: 'View site' }).first().click();
    await expect.poll(() => colourOf(page)).toBe('rgb(1, 2, 3)');
    expect((await loaded).headers()['content-type']).toBe('font/woff2');
    await page.goBack();
    await expect(css).toBeVisible();
    expect(await colourOf(page)).not.toBe('rgb(1, 2, 3)');
    await page.goto('/blogs/none');
    expect(await colourOf(page)).toBe('rgb(1, 2, 3)');
  });

  await test.step('one that hides everything leaves the rest usable', async () => {
    await page.goto('/admin/style');
    await css.fill(HIDE_ALL);
    await save(page, 'Style updated');
    await page.goto('/');
    await expect(page.locator('body')).toBeHidden();
    await page.context().clearCookies();
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openAsAdmin(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/admin/style');
    await css.fill('');
    await save(page, 'Style updated');
    expect(site.changedFiles()).toEqual(['D\tassets/style.css']);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
