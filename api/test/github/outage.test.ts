// Needs: feeds
import { readDefaultContent } from 'fixtures/default-content';
import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import { testWebApp } from '../test-web-app.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const PATHS = [
  ...['/', '/blogs', '/api/content', '/api/content?posts=summary'],
  ...['/feed.xml', '/feed.json', '/sitemap.xml'],
];

/** The default content with a binary logo. */
const withLogo = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const files = await readDefaultContent();
  const site = JSON.parse(Buffer.from(files.get('site.json') ?? []).toString()) as object;
  const logo = { path: 'assets/logo.png', type: 'image/png', alt: 'Ada' };
  const create = { width: 8, height: 8, channels: 3, background: 'red' } as const;
  return new Map([
    ...files,
    ['site.json', Buffer.from(JSON.stringify({ ...site, logo, homeButtonMode: 'logo' }))],
    [logo.path, await sharp({ create }).png().toBuffer()],
  ]);
};

test('once the health is 200, every public page is served without GitHub', async () => {
  const options = { web: await testWebApp(), files: await withLogo() };
  const { visitor, content, github } = await startGitHubTestServer(options);
  await content.reader.refresh();
  expect((await visitor.get('/healthz')).status).toBe(200);
  github.faults.set(networkFailure());
  for (const path of PATHS) expect((await visitor.get(path)).status, path).toBe(200);
  const [, logo = ''] = /(\/logo\/\w+)/.exec(await (await visitor.get('/')).text()) ?? [];
  expect((await visitor.get(logo)).status).toBe(200);
});

test('pages are served even if the logo cannot be read', async () => {
  const options = { web: await testWebApp(), files: await withLogo() };
  const { visitor, content, github } = await startGitHubTestServer(options);
  github.faults.set(networkFailure(), { on: 'git/get-blob' });
  await content.reader.refresh();
  for (const path of ['/', '/blogs', '/feed.xml']) {
    expect((await visitor.get(path)).status, path).toBe(200);
  }
});
