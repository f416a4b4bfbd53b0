import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import type { AppOptions } from '../../../test/run-app.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import { testFolder } from '../../../test/test-folder.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const RED = [0xc0, 0x20, 0x40];

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .png()
    .toBuffer();

const post = (name: string): Buffer =>
  Buffer.from(`---\ntitle: ${name}\n---\n\n![](/photos/${name})\n`);

const FILES: ReadonlyMap<string, Uint8Array> = new Map([
  ['profile.json', Buffer.from('{"name":"Ada"}')],
  ['posts/red.md', post('red')],
  ['posts/green.md', post('green')],
  ['photos/red/1.png', await photo('#c02040')],
  ['photos/green/1.png', await photo('#20c040')],
]);

const start = async (options: AppOptions = {}) =>
  startGitHubTestServer({ files: FILES, web: await testWebApp(), ...options });

const cardOf = async (client: TestClient, path: string): Promise<string> =>
  /\/og\/\S+/.exec(await (await client.get(path)).text())?.[0] ?? '';

/** Returns the colour of a pixel in the photo of a card. */
const colourOf = async (card: Response): Promise<number[]> => {
  expect(card.status).toBe(200);
  const part = { left: 1000, top: 300, width: 1, height: 1 };
  const image = sharp(Buffer.from(await card.arrayBuffer())).extract(part);
  return [...(await image.removeAlpha().raw().toBuffer())];
};

test('a card whose photo GitHub fails to send is not drawn without it', async () => {
  const { visitor, github } = await start();
  const address = await cardOf(visitor, '/blogs/red');
  github.faults.set(networkFailure());
  const failed = await visitor.get(address);
  expect([failed.status, failed.headers.get('cache-control')]).toEqual([503, 'no-store']);
  github.faults.clear();
  const card = await visitor.get(address);
  expect(card.headers.get('cache-control')).toContain('immutable');
  expect(await colourOf(card)).toEqual(RED);
});

test('cards cannot use up the quota', async () => {
  const { visitor, github } = await start();
  const [red, green] = [await cardOf(visitor, '/blogs/red'), await cardOf(visitor, '/blogs/green')];
  github.quotas.core.used = 0.8 * github.quotas.core.limit;
  expect((await visitor.get(red)).status).toBe(200);
  const rejected = await visitor.get(green);
  expect([rejected.status, rejected.headers.get('cache-control')]).toEqual([503, 'no-store']);
});

test('a card is drawn once, even across a restart', async () => {
  const folder = await testFolder();
  const pictures = { folder, maxBytes: 1024 * 1024 };
  const { visitor, github, restart } = await start({ pictures });
  const address = await cardOf(visitor, '/blogs/red');
  const drawn = await (await visitor.get(address)).arrayBuffer();
  await vi.waitFor(async () => {
    expect((await readdir(folder, { recursive: true })).join('\n')).toMatch(/card\.png$/m);
  });
  const next = await restart();
  expect(await cardOf(next.visitor, '/blogs/red')).toBe(address);
  const mark = github.requests.mark();
  const stored = await next.visitor.get(address);
  expect(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(drawn))).toBe(true);
  expect(mark.requests()).toEqual([]);
});
