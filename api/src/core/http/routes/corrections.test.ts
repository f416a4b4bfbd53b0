// Needs: history, previews
import type { PostPageResponse, PreviewResponse, SiteRenderer } from 'content-schema';
import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { json, read } from '../../../../test/responses.ts';
import type { RunningApp } from '../../../../test/run-app.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const startOnGitHub = githubTestServers(setupServer());

/** Renders where a post's page suggests a correction. */
const render: SiteRenderer['render'] = async (address, content) => {
  const id = decodeURIComponent(address.slice('/blogs/'.length));
  const { correctionUrl = 'nowhere' } = await content.post(id);
  return { status: 200, html: correctionUrl, document: '' };
};

const SITE = '{\n  "title": "Ada",\n  "description": "Hers"\n}\n';
const OFFERS = SITE.replace('\n}', ',\n  "suggestCorrections": true\n}');

const options = async (site = OFFERS) => ({
  files: {
    'site.json': site,
    'posts/a tide.md': '---\ntitle: Tides\n---\n\nOne\n',
    'posts/b.md': '---\ntitle: B\n---\n\nTwo\n',
  },
  web: await testWebApp({ render }),
});

const EDITOR = 'https://github.com/ada/site/edit/main/posts/a%20tide.md';

const linkOf = async ({ visitor }: Pick<RunningApp, 'visitor'>, prefix = '') =>
  (await visitor.get(`${prefix}/blogs/a%20tide`)).text();

test("a post links to GitHub's editor of its file, and readers cause one request", async () => {
  const app = await startOnGitHub(await options());
  app.repository.isPublic = true;
  await app.content.reader.current();
  const mark = app.github.requests.mark();
  expect(await linkOf(app)).toBe(EDITOR);
  const post = await read<PostPageResponse>(app.visitor, '/api/posts/a%20tide');
  expect(post.correctionUrl).toBe(EDITOR);
  await app.visitor.get('/blogs/b');
  expect(mark.count()).toBe(1);
});

test('other versions of the site have no such link', async () => {
  const app = await startOnGitHub(await options());
  app.repository.isPublic = true;
  const admin = await app.signIn();
  const past = `/past/${app.repository.head()}`;
  const body = { of: 'branch', name: 'main', hours: 1 };
  const { url } = await json<PreviewResponse>(admin.post('/api/admin/previews', body));
  expect(await linkOf({ visitor: admin }, past)).toBe('nowhere');
  expect(await linkOf(app, new URL(url).pathname.replace(/\/$/, ''))).toBe('nowhere');
  expect(await linkOf(app)).toBe(EDITOR);
});

test('without the setting, a public repository or GitHub there is no link', async () => {
  const off = await startOnGitHub(await options(SITE));
  off.repository.isPublic = true;
  const mark = off.github.requests.mark();
  expect(await linkOf(off)).toBe('nowhere');
  expect(mark.count('repos/get')).toBe(0);

  const hidden = await startOnGitHub(await options());
  expect(await linkOf(hidden)).toBe('nowhere');

  const down = await startOnGitHub(await options());
  down.repository.isPublic = true;
  await down.content.reader.current();
  down.github.faults.set(networkFailure());
  expect(await linkOf(down)).toBe('nowhere');

  expect(await linkOf(await startTestServer(await options()))).toBe('nowhere');
});
