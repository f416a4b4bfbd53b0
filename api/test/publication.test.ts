// Needs: drawing, feeds
import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWebApp } from '../src/core/http/pages/web-app.ts';
import { bothStores } from './both-stores.ts';
import type { RunningApp } from './run-app.ts';
import { setClock } from './set-clock.ts';
import { githubTestServers } from './start-github-test-server.ts';

/** The moment at which the post of the tests becomes public, or ceases to be. */
const MOMENT = Date.parse('2026-12-01T09:00:00Z');
const AT = new Date(MOMENT).toISOString();
const SECOND = 1000;

const PHOTO = '01J0000000000000000000000Q';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const post = (title: string, date: string, ...lines: string[]): string =>
  `---\ntitle: ${title}\ndate: ${date}\n${lines.join('\n')}\n---\n\n${title} of the text.\n`;

const filesWith = (...lines: string[]): Map<string, Uint8Array> => {
  const tagged = ['tags: [Hush]', 'aliases: [/old-word]', ...lines];
  const files = {
    'site.json': JSON.stringify({ title: 'Site', description: 'A site' }),
    'profile.json': '{ "name": "Ada" }',
    'posts/older.md': post('Older', '2020-01-01'),
    'posts/word.md': `${post('Quietword', '2021-01-01', ...tagged)}\n![A still](/photos/${PHOTO})\n`,
    'posts/newer.md': post('Newer', '2022-01-01'),
    [`photos/${PHOTO}/still.png`]: PNG,
  };
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
};

const web = openWebApp(join(import.meta.dirname, '../../web/dist'));
const startAtGitHub = githubTestServers(setupServer());

/** What lists the post while it is public, and its own addresses, which are missing otherwise. */
const LISTS = [
  ...['/', '/blogs', '/blogs?q=quietword', '/blogs/tags/hush', '/tags', '/blogs/newer'],
  ...['/feed.xml', '/feed.json', '/sitemap.xml', '/search-index.json'],
  ...['/api/content', '/api/content?posts=summary', '/api/posts/newer'],
];
const OWN = ['/blogs/word', '/api/posts/word', '/og/x/blogs/word.png'];
const SHOWN = /Quietword|Hush|blogs\/word/;

type Reader = Pick<RunningApp, 'visitor'>;

/** Reads an address twice, since the second response may come from a cache. */
const read = async ({ visitor }: Reader, path: string, headers = {}, method = 'GET') => {
  const responses = [];
  for (const _ of [1, 2]) {
    const response = await visitor.request(method, path, { headers });
    const { status, headers: sent } = response;
    const [etag, caching] = [sent.get('etag') ?? '', sent.get('cache-control')];
    responses.push({ status, etag, caching, isShown: SHOWN.test(await response.text()) });
  }
  const [first, second] = responses;
  expect(second, path).toEqual(first);
  return first!;
};

/** Returns which outputs show the post. */
const outputsOf = async (app: Reader): Promise<Record<string, boolean>> => {
  const outputs: Record<string, boolean> = {};
  for (const path of LISTS) outputs[path] = (await read(app, path)).isShown;
  for (const path of OWN) outputs[path] = (await read(app, path)).status === 200;
  outputs['/old-word'] = (await app.visitor.get('/old-word')).status === 301;
  outputs['HEAD'] = (await read(app, '/blogs/word', {}, 'HEAD')).status === 200;
  return outputs;
};

const PATHS = [...LISTS, ...OWN, '/old-word', 'HEAD'];
const all = (isShown: boolean) => Object.fromEntries(PATHS.map((path) => [path, isShown]));

const stores = bothStores(startAtGitHub).map(({ store, start }) => ({
  store,
  start: (...lines: string[]) => start(filesWith(...lines), { web, contentMaxAgeSeconds: 30 }),
}));

describe.each(stores)('$store', ({ start }) => {
  test.each([
    { name: 'a plan', lines: [`publishDate: ${AT}`], before: false },
    { name: 'an expiry', lines: [`expiryDate: ${AT}`], before: true },
  ])('each output is right a second before and after $name', async ({ lines, before }) => {
    setClock(MOMENT - SECOND);
    const app = await start(...lines);
    expect(await outputsOf(app)).toEqual(all(before));
    const etags = new Map<string, string>();
    for (const path of [...LISTS, ...OWN]) {
      const { etag, status } = await read(app, path);
      if (status === 200) etags.set(path, etag);
    }
    setClock(MOMENT + SECOND);
    expect(await outputsOf(app)).toEqual(all(!before));
    for (const [path, etag] of etags) {
      const { status } = await read(app, path, { 'if-none-match': etag });
      expect([path, status]).toEqual([path, OWN.includes(path) ? 404 : 200]);
    }
    setClock(MOMENT - SECOND);
    expect(await outputsOf(app)).toEqual(all(before));
  });

  test('a process that starts later, and another instance, show the same', async () => {
    setClock(MOMENT - SECOND);
    const app = await start(`publishDate: ${AT}`);
    const other = await app.restart();
    expect(await outputsOf(other)).toEqual(all(false));
    setClock(MOMENT);
    expect(await outputsOf(await app.restart())).toEqual(all(true));
    expect(await outputsOf(app)).toEqual(all(true));
    expect(await outputsOf(other)).toEqual(all(true));
  });
});

/** Caching is the same for both stores. */
const { start: startLocal } = stores[0]!;

test('no header tells that something is planned or expires, or when', async () => {
  const cachings = async (...lines: string[]) => {
    setClock(MOMENT - 600 * SECOND);
    const app = await startLocal(...lines);
    const cards = ['/', '/blogs', '/blogs/newer'].map(async (path) => {
      const [card = ''] = /\/og\/[^"]+/.exec(await (await app.visitor.get(path)).text()) ?? [];
      return card;
    });
    const paths = [...LISTS, ...(await Promise.all(cards))];
    const result: unknown[] = [];
    for (const seconds of [600, 150, 61, 30, 1]) {
      setClock(MOMENT - seconds * SECOND);
      for (const path of paths) result.push([seconds, path, (await read(app, path)).caching]);
    }
    return result;
  };
  const plain = await cachings('hidden: true');
  expect(await cachings(`publishDate: ${AT}`)).toEqual(plain);
  expect(await cachings(`expiryDate: ${AT}`)).toEqual(plain);
});

test('the card of a post is kept until the post expires', async () => {
  setClock(MOMENT - 600 * SECOND);
  const app = await startLocal(`expiryDate: ${AT}`);
  const [card = ''] = /\/og\/[^"]+/.exec(await (await app.visitor.get('/blogs/word')).text()) ?? [];
  expect(card).toContain('/blogs/word.png');
  for (const path of [card, card.replace('/word', '/1')]) {
    expect((await read(app, path)).caching, path).toBe(
      'public, max-age=600, s-maxage=600, immutable',
    );
  }
});

test('the moment comes also while GitHub is down', async () => {
  setClock(MOMENT - SECOND);
  const files = filesWith(`publishDate: ${AT}`);
  const app = await startAtGitHub({ files, web, contentMaxAgeSeconds: 0 });
  expect(await outputsOf(app)).toEqual(all(false));
  await app.visitor.get(`/photos/${PHOTO}?w=320`);
  app.github.faults.set(networkFailure());
  setClock(MOMENT);
  expect(await outputsOf(app)).toEqual(all(true));
});
