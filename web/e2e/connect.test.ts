// Needs: checklist, import, layout
import type { Page } from '@playwright/test';
import { createGitHub, startGitHubServer, type GitHub } from 'fixtures/github';
import { samplePhoto } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { save } from './support/dashboard.ts';
import { content, saveInPlace, selectText } from './support/post-form.ts';
import { givePhotos } from './support/files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { ADMIN_PASSWORD, expect, test as base } from './support/site.ts';

/** GitHub leads back to `PUBLIC_URL`, so its port must be known before the server starts. */
const PORT = String(40_000 + (process.pid % 20_000));

interface AtGitHub {
  readonly github: GitHub;
  /** The address of its web pages. */
  readonly origin: string;
}

const test = base.extend<{ atGitHub: AtGitHub }>({
  atGitHub: async ({}, provide) => {
    const github = createGitHub({ baseUrl: 'https://github.example.com/api/v3' });
    const server = await startGitHubServer(github, { port: 0 });
    await provide({ github, origin: new URL(server.url).origin });
    await server.close();
    expect(github.requests.unknown).toEqual([]);
  },
  environment: { PORT, PUBLIC_URL: `http://localhost:${PORT}` },
});

/** Plays GitHub's page for a new App. */
const serveNewAppPage = (page: Page, { github, origin }: AtGitHub) =>
  page.route(`${origin}/settings/apps/new?*`, async (route) => {
    const sent = new URLSearchParams(route.request().postData() ?? '');
    const manifest = JSON.parse(sent.get('manifest') ?? '') as { redirect_url: string };
    const code = github.submitManifest(manifest as never);
    const state = new URL(route.request().url()).searchParams.get('state') ?? '';
    const back = `${manifest.redirect_url}?${new URLSearchParams({ code, state })}`;
    const link = `<a href="${back.replaceAll('&', '&amp;')}">Create GitHub App for ada</a>`;
    await route.fulfill({ contentType: 'text/html', body: `<!doctype html>${link}` });
  });

/** Confirms with the password that the App which GitHub has made is stored. */
const confirmApp = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Use the new GitHub App?' });
  await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD);
  await dialog.getByRole('button', { name: 'Use it' }).click();
};

const connect = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('The content is at GitHub, in ada/site.')).toBeVisible();
};

test('a GitHub App is made and chosen, and the history moves', async ({ page, site, atGitHub }) => {
  const { github, origin } = atGitHub;
  const repository = github.createRepository('ada/site');
  repository.isPublic = true;
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const commit = ['commit-tree', 'main^{tree}', '-p', 'main', '-m'];
  site.git('branch', 'autumn', site.git(...identity, ...commit, 'Autumn texts').trim());
  site.git('branch', 'rules', site.git(...identity, ...commit, 'Of rules').trim());
  repository.protections.set('rules', 'ruleset');
  const dialog = page.getByRole('dialog');
  await serveNewAppPage(page, atGitHub);

  await test.step('the guide leads to the App at GitHub, and back', async () => {
    await openAsAdmin(page);
    await page.getByRole('link', { name: 'Connect GitHub' }).first().click();
    await expect(page).toHaveURL('/admin/connect');
    await expect(page.getByText('The content is only on this disk.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create a GitHub App' }).click();
    const address = dialog.getByLabel('Address of GitHub');
    await address.fill('nonsense');
    await dialog.getByRole('button', { name: 'Continue to GitHub' }).click();
    await expect(address).toHaveAccessibleDescription(/must be like https:\/\/github\.example/);
    await address.fill(origin);
    await dialog.getByRole('button', { name: 'Continue to GitHub' }).click();
    await page.getByRole('button', { name: 'Create the App at GitHub' }).click();
    const link = page.getByRole('link', { name: 'Create GitHub App for ada' });
    const back = new URL((await link.getAttribute('href')) ?? '');
    const other = new URL(back);
    other.searchParams.set('state', 'another');
    await page.goto(other.href);
    await confirmApp(page);
    await expect(dialog.getByRole('alert')).toContainText('over 10 minutes old');
    await page.goto(back.href);
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await confirmApp(page);
    await expect(page).toHaveURL('/admin/connect');
    const install = page.getByRole('link', { name: 'Install “Site localhost' });
    await expect(install).toHaveAttribute('href', /\/installations\/new$/);
  });

  await test.step('it says what will happen before it moves the history', async () => {
    github.installApp('site-localhost', ['ada/site']);
    await page.goto('/admin/connect?installation_id=1&setup_action=install');
    await page.getByRole('button', { name: 'Choose ada/site' }).click();
    await expect(dialog).toContainText('with its whole history: 1 commit');
    await expect(dialog).toContainText(/Open proposals become pull requests: .*“Autumn texts”/);
    const settings = dialog.getByRole('link', { name: 'Make it private' });
    await expect(settings).toHaveAttribute('href', /\/ada\/site\/settings$/);
    await expectAccessible(page);
    expect(repository.refs.size).toBe(0);
    await connect(page);
    expect(repository.head()).toBe(site.commits()[0]);
    expect(repository.pullRequests.map(({ title }) => title)).toEqual(['Autumn texts']);
    const refused = page.getByRole('main').getByRole('listitem');
    await expect(refused).toHaveText(/^“Of rules”: GitHub refuses the push/);
    await expect(page.getByLabel('CONTENT_REPOSITORY')).toHaveValue('ada/site');
  });

  await test.step('a workflow that publishes the site is one commit', async () => {
    await page.getByRole('button', { name: 'Add the workflow' }).click();
    await dialog.getByLabel('Repository of this product').fill('ada/product');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(repository.commits()[0]?.message).toContain('Publish to GitHub Pages');
    await expectAccessible(page);
  });

  await page.getByRole('link', { name: 'Admin dashboard' }).click();
  await page.getByLabel('Site title').fill('Notes at GitHub');
  await save(page);
  const newest = () => repository.commits()[0]?.message;
  await expect.poll(newest).toContain('Update site metadata: site title');
});

test('a token connects a repository that fits, and Disconnect goes back', async ({
  page,
  site,
  atGitHub: { github, origin },
}) => {
  github.createRepository('ada/code', { files: { 'main.c': 'int main;' } });
  github.createRepository('ada/other', {
    files: { 'site.json': '{"title": "Notes from the fjord"}', 'posts/tides.md': 'Low' },
  });
  const repository = github.createRepository('ada/site');
  const dialog = page.getByRole('dialog');
  const look = async (name: string) => {
    await dialog.getByLabel('Repository').fill(name);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  const paste = async (token = github.token) => {
    await page.getByRole('button', { name: 'Use a token' }).click();
    await dialog.getByLabel('Token').fill(token);
    await dialog.getByLabel('Address of GitHub').fill(origin);
  };

  await test.step('what does not fit is refused with the reason', async () => {
    await openAsAdmin(page, '/admin/connect');
    await paste(github.issueToken({ repositories: ['ada/code'] }));
    await look('site');
    await expect(dialog.getByLabel('Repository')).toHaveAccessibleDescription(
      /^Enter the repository as owner\/name/,
    );
    await look('ada/other');
    await expect(dialog.getByRole('alert')).toHaveText(/no repository ada\/other/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await paste();
  await look('ada/other');
  await expect(dialog).toContainText('“Notes from the fjord” with 1 post');
  const view = dialog.getByRole('link', { name: 'See how it would look' });
  await expect(view).toHaveAttribute('href', /^\/past\//);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await test.step('an empty repository is connected, and disconnected with its changes', async () => {
    await paste();
    await look('ada/site');
    await connect(page);
    const [head = ''] = site.commits();
    expect(repository.head()).toBe(head);
    await expect(page.getByRole('button', { name: 'Use a token' })).toHaveCount(0);
    repository.push({ changes: { 'site.json': '{"title": "Pushed"}' } });
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD);
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('The content is only on this disk.')).toBeVisible();
    await expect(page.getByText('has all changes that were made at GitHub')).toBeVisible();
    expect(site.commits()[0]).toBe(repository.head());
    await page.getByRole('link', { name: 'Admin dashboard' }).click();
    await expect(page.getByLabel('Site title')).toHaveValue('Pushed');
  });
});

test('a Jekyll blog is copied, written here, and shown where its files lie', async ({
  page,
  site,
  atGitHub: { github, origin },
}) => {
  const files = {
    '_config.yml': 'title: Tides\nurl: https://tides.example\n',
    '_posts/2019-05-04-boat.md': '---\ntitle: Boat\n---\n\n![A lamp](/assets/lamp.png)\n',
    '_posts/2020-01-02-oars.md': '---\ntitle: Oars\n---\n\nText\n',
    'assets/lamp.png': await samplePhoto('lighthouse.png'),
    'sketches/tide.md': '---\ntitle: Tide\n---\n\nLow\n',
  };
  const repository = github.createRepository('ada/tides', { files });
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const look = async () => {
    await page.getByRole('button', { name: 'Use a token' }).click();
    await dialog.getByLabel('Repository').fill('ada/tides');
    await dialog.getByLabel('Token').fill(github.token);
    await dialog.getByLabel('Address of GitHub').fill(origin);
    await press('Continue');
    await expect(dialog).toContainText(
      'It is a Jekyll blog: 2 posts in _posts/, 1 picture in assets/.',
    );
  };

  await test.step('it is copied in one commit, which can be undone', async () => {
    await openAsAdmin(page, '/admin/connect');
    await look();
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: /^Copy/ }).check();
    await press('Connect');
    await expect(main.getByText('Imported 2 posts')).toBeVisible();
    expect(site.subject()).toBe('Import 2 posts with 1 photo');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => site.subject()).toContain('Undo');
  });

  await test.step('it is written here while its generator publishes it', async () => {
    await look();
    await dialog.getByRole('radio', { name: /^Write here/ }).check();
    await expect(dialog.getByLabel(/^Address of the other site/)).toHaveValue(
      'https://tides.example',
    );
    await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD);
    await press('Connect');
    await expect(main.getByText('Visitors are led to https://tides.example.')).toBeVisible();
    const view = page.getByRole('link', { name: 'View site' });
    await expect(view).toHaveAttribute('href', 'https://tides.example');
    await page.getByRole('button', { name: 'Change where it is published' }).click();
    await dialog.getByRole('radio', { name: /^Show it here/ }).check();
    await press('Save');
    await expect(view).toHaveAttribute('href', '/');
    await expect(main.getByText('Visitors are led to')).toHaveCount(0);
    expect(repository.commits()).toHaveLength(1);
  });

  await test.step('the folders of posts are corrected, and go back', async () => {
    await page.getByRole('link', { name: 'Correct where posts and pictures lie' }).click();
    await expect(main).toContainText('It is a Jekyll blog');
    await page.getByRole('button', { name: 'Correct' }).click();
    const posts = dialog.getByLabel('Folders of posts');
    await posts.fill('/sketches');
    await press('Save');
    await expect(posts).toHaveAccessibleDescription(/Name folders with \/ at their end/);
    await expectAccessible(page);
    await posts.fill('_posts/\nsketches/');
    await press('Save');
    await expect(main).toContainText('1 post in sketches/');
    const written = String(repository.files().get('.site/layout.json'));
    expect(JSON.parse(written)).toEqual({ posts: ['_posts/', 'sketches/'] });
    await page.getByRole('button', { name: 'Go back to what was found' }).click();
    await expect(main).not.toContainText('1 post in sketches/');
    expect([...repository.files().keys()].sort()).toEqual(Object.keys(files).sort());
  });

  await page.goto('/admin/blogs/boat/edit');
  await page.getByLabel('Side-by-side preview').check();
  const shown = page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'A lamp' });
  await expect(shown).toHaveAttribute('src', /^\/photos\/assets~lamp\.png/);
  await selectText(page, 0, 0);
  await givePhotos(content(page), 'paste', [{ name: 'tide.gif', mimeType: 'image/gif' }]);
  await saveInPlace(page);
  const stored = () => String(repository.files().get('_posts/2019-05-04-boat.md'));
  const [, path = ''] = /\(\/(photos\/\w+\/[\w.-]+)\)/.exec(stored()) ?? [];
  expect(repository.files().has(path)).toBe(true);
  expect((await page.request.get(`/${path}`)).headers()['content-type']).toMatch(/^image\//);
  await page.getByLabel('Hide from public website').check();
  await saveInPlace(page);
  await expect.poll(stored).toContain('\npublished: false\n');
});
