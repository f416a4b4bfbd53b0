import type { ContentResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { json, read } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const SITE = { title: 'Ada', description: 'Hers', homeButtonMode: 'text', logo: null };

const start = async (site: object = SITE) => {
  const files = { 'site.json': `${JSON.stringify(site, null, 2)}\n` };
  const { admin, show } = await startAsAdmin({ files });
  return {
    admin,
    put: (fields: object = {}) => admin.put('/api/site', { ...SITE, ...fields }),
    stored: () => JSON.parse(show('site.json')) as { lang?: string; suggestCorrections?: boolean },
  };
};

test('a language and an offer of corrections are stored if they are set, and a client that does not know them keeps them', async () => {
  const { put, stored } = await start();
  expect(await json(put({ title: 'Eda' }))).toEqual({ ...SITE, title: 'Eda' });
  for (const name of ['lang', 'suggestCorrections']) expect(stored()).not.toHaveProperty(name);
  for (const fields of [{ lang: ' pt-BR ', suggestCorrections: true }, {}]) {
    const kept = { lang: 'pt-BR', suggestCorrections: true };
    expect(await json(put(fields))).toEqual({ ...SITE, ...kept });
    expect(stored()).toMatchObject(kept);
  }
  expect(await json(put({ lang: '', suggestCorrections: false }))).toEqual(SITE);
  expect(stored().lang).toBe('');
});

test('a site.json that did not exist gets no language', async () => {
  const { admin, show } = await startAsAdmin({ files: { 'profile.json': '{}' } });
  await admin.put('/api/site', SITE);
  expect(show('site.json')).toContain('"title": "Ada"');
  expect(show('site.json')).not.toContain('lang');
});

test.each(['de"><script>', 'German', 5])('the language %j of a file is a problem', async (lang) => {
  const { admin } = await start({ ...SITE, lang });
  const { site, problems } = await read<ContentResponse>(admin, '/api/content');
  expect(site).toEqual(SITE);
  expect(problems).toMatchObject([
    { path: 'site.json', message: '"lang" must be a language such as de' },
  ]);
});
