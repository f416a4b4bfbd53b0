// Needs: drawing
import type { ContentResponse } from 'content-schema';
import { mainColours } from 'content-schema/palette';
import { readDefaultContent } from 'fixtures/default-content';
import sharp, { type Region } from 'sharp';
import { expect, test } from 'vitest';
import { issuesOf, json, read } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const SITE = { title: 'Ada', description: 'Hers', homeButtonMode: 'text', logo: null };

const start = async (site: object = SITE) => {
  const content = await readDefaultContent();
  const files = new Map([...content, ['site.json', Buffer.from(JSON.stringify(site))]] as const);
  return startAsAdmin({ files, web: await testWebApp() });
};

/** Everything of the site that has a colour, without the pages' styles, which the web app tests. */
const colouredOf = async (visitor: TestClient) => {
  const textOf = async (path: string) => (await visitor.get(path)).text();
  const bytesOf = async (path: string) =>
    Buffer.from(await (await visitor.get(path)).arrayBuffer()).toString('base64');
  const card = /\/og\/\S+/.exec(await textOf('/'))?.[0] ?? '';
  return {
    card,
    cardBytes: await bytesOf(card),
    favicon: await textOf('/favicon.svg'),
    icon: await bytesOf('/icons/192.png'),
    manifest: await textOf('/site.webmanifest'),
    application: await textOf('/admin'),
  };
};

const averageOf = async (base64: string, region: Region) => {
  const part = sharp(Buffer.from(base64, 'base64')).extract(region).removeAlpha();
  const { channels } = await sharp(await part.png().toBuffer()).stats();
  return channels.map(({ mean }) => Math.round(mean));
};

test('icons, cards, the manifest and the admin area have the saved hue, and without one the default', async () => {
  const { admin, visitor } = await start();
  const before = await colouredOf(visitor);
  const { bg, accent } = mainColours(280);

  const saved = await admin.put('/api/site', { ...SITE, hue: 280 });
  expect(await saved.json()).toEqual({ ...SITE, hue: 280 });
  const after = await colouredOf(visitor);
  expect(after.favicon).toContain(`rect{fill:${accent[0]}}path{fill:${bg[0]}`);
  expect(after.favicon).toContain(`rect{fill:${accent[1]}}path{fill:${bg[1]}`);
  const edge = { left: 96, top: 8, width: 1, height: 1 };
  expect(await averageOf(after.icon, edge)).toEqual([0x4a, 0x4c, 0x90]);
  expect(JSON.parse(after.manifest)).toMatchObject({ background_color: bg[0], theme_color: bg[0] });
  expect(after.application).toContain('280');
  expect(after.card).not.toBe(before.card);
  const bar = { left: 72, top: 72, width: 96, height: 8 };
  const [, , blue] = await averageOf(after.cardBytes, bar);
  expect(blue).toBeGreaterThan(0x80);
  const [, , blueBefore] = await averageOf(before.cardBytes, bar);
  expect(blueBefore).toBeLessThan(0x60);

  // A client that doesn't know the field doesn't change it.
  expect(await json(admin.put('/api/site', SITE))).toEqual({ ...SITE, hue: 280 });
  expect(await json(admin.put('/api/site', { ...SITE, hue: null }))).toEqual(SITE);
  expect(await colouredOf(visitor)).toEqual(before);
});

test('a hue that is no whole number from 0 to 359 is rejected', async () => {
  const { admin } = await start();
  for (const hue of [-1, 360, 12.5, '280', {}]) {
    expect(await issuesOf(admin.put('/api/site', { ...SITE, hue }))).toEqual([
      'hue: Colour must be a whole number from 0 to 359',
    ]);
  }
});

test.each([
  [null, undefined],
  [359, undefined],
  [360, '"hue" must be a whole number from 0 to 359'],
  ['red', '"hue" must be a whole number from 0 to 359'],
])('of a file with the hue %j the problem is %j', async (hue, message) => {
  const { admin, visitor } = await start({ hue, ...SITE });
  const { site, problems } = await read<ContentResponse>(admin, '/api/content');
  expect(site.hue).toBe(hue === 359 ? 359 : undefined);
  expect(problems).toMatchObject(message ? [{ path: 'site.json', message, line: 1 }] : []);
  const manifest = await read<{ background_color: string }>(visitor, '/site.webmanifest');
  expect(manifest.background_color).toBe(mainColours(site.hue).bg[0]);
});
