import type { ContentResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { git } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';

const SITE = { title: 'Ada', description: 'Hers', homeButtonMode: 'text', logo: null };
const written = (site: object) => `${JSON.stringify(site, null, 2)}\n`;

const start = async (text: string) => {
  const server = await startTestServer({ files: new Map([['site.json', Buffer.from(text)]]) });
  return {
    admin: await server.signIn(),
    stored: () => git(server.repository, 'show', 'main:site.json'),
  };
};

test('a language is stored if it is set, and a client that does not know it keeps it', async () => {
  const { admin, stored } = await start(written(SITE));
  const put = async (site: object) =>
    (await admin.put('/api/site', site)).json() as Promise<object>;
  expect(await put({ ...SITE, title: 'Eda' })).toEqual({ ...SITE, title: 'Eda' });
  expect(stored()).not.toContain('lang');
  expect(await put({ ...SITE, lang: ' pt-BR ' })).toEqual({ ...SITE, lang: 'pt-BR' });
  expect(await put(SITE)).toEqual({ ...SITE, lang: 'pt-BR' });
  expect(JSON.parse(stored())).toMatchObject({ lang: 'pt-BR' });
  expect(await put({ ...SITE, lang: '' })).toEqual(SITE);
  expect(JSON.parse(stored())).toMatchObject({ lang: '' });
});

test('a site.json that did not exist gets no language', async () => {
  const server = await startTestServer({ files: new Map([['profile.json', Buffer.from('{}')]]) });
  await (await server.signIn()).put('/api/site', SITE);
  const stored = git(server.repository, 'show', 'main:site.json');
  expect(stored).toContain('"title": "Ada"');
  expect(stored).not.toContain('lang');
});

test('an unknown language is rejected, with all other issues', async () => {
  const { admin } = await start(written(SITE));
  const response = await admin.put('/api/site', { ...SITE, title: '', lang: 'de_DE"><script>' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    issues: [
      { path: 'lang', message: 'Language must be a tag such as en, de or pt-BR' },
      { path: 'title', message: 'Title and description are required' },
    ],
  });
});

test.each(['de"><script>', 'German', 5])('the language %j of a file is a problem', async (lang) => {
  const { admin } = await start(JSON.stringify({ ...SITE, lang }));
  const { site, problems } = (await (await admin.get('/api/content')).json()) as ContentResponse;
  expect(site).toEqual(SITE);
  expect(problems).toMatchObject([
    { path: 'site.json', message: '"lang" must be a language such as de' },
  ]);
});
