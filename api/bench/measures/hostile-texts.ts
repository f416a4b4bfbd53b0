import { setTimeout as delay } from 'node:timers/promises';
import { createTestClient, type TestClient } from '../../test/test-client.ts';
import { measured, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withLocalSite } from '../servers/local-site.ts';

const LENGTH = 300_000;
const PAUSE_MS = 10;

const fill = (part: string, length = LENGTH): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Texts that would take many seconds or too much memory without limits. */
const TEXTS: readonly string[] = [
  `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(3000)}`,
  `|${'a|'.repeat(140)}\n|${'-|'.repeat(140)}\n${'|\n'.repeat(3000)}`,
  fill(`${'- '.repeat(49)}a\n`),
  fill(`${'- '.repeat(10)}a\n`),
  fill(`${'> - '.repeat(24)}a\n`),
  `${fill('[^a] [^a] [^a]\n\n', 48_000)}[^a]: x`,
  `${fill('[a] [a] [a]\n\n', 40_000)}[a]: /${'x'.repeat(250_000)}`,
  fill('*_ '),
  fill('.*(*'),
  fill('![a](b) '),
  fill(`${fill('![a](b) ', 400)}\n\n`),
  fill('a\n-\n', 20_000),
  fill('<div><b><table>'),
  fill('[a](b "c") **d** ~~e~~ `f`\n\n'),
];

/** Returns the longest times of both requests in milliseconds. */
const longestOf = async (admin: TestClient, visitor: TestClient) => {
  let save = 0;
  let health = 0;
  for (const [index, content] of TEXTS.entries()) {
    const saved = new AbortController();
    const start = performance.now();
    const saving = admin
      .put('/api/posts?posts=summary', [{ id: `hostile-${index}`, title: 'Hostile', content }])
      .then(async (response) => {
        await response.arrayBuffer();
        if (response.status !== 200 && response.status !== 400)
          throw new Error(response.statusText);
        const page = await visitor.get(`/blogs/hostile-${index}`);
        await page.arrayBuffer();
      })
      .finally(() => saved.abort());
    while (!saved.signal.aborted) {
      const asked = performance.now();
      await (await visitor.get('/healthz')).arrayBuffer();
      health = Math.max(health, performance.now() - asked);
      await delay(PAUSE_MS);
    }
    await saving;
    save = Math.max(save, performance.now() - start);
  }
  return { save, health };
};

export const hostileTexts: Measure = {
  title: 'Hostile texts',
  how: `The longest of ${TEXTS.length} posts of up to ${LENGTH / 1000} KB that were made to take long.`,
  run: async () => {
    const { save, health } = await withLocalSite(await sampleContent(1, 2000), async (site) => {
      const admin = await site.signIn();
      const visitor = createTestClient(site.url);
      await visitor.get('/');
      return longestOf(admin, visitor);
    });
    return [
      measured('saved and shown, or refused', save, 'ms', { atMost: 3000 }),
      measured('others wait', health, 'ms', { atMost: 200 }),
    ];
  },
};
