import { measured, median, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { launchChromium } from '../servers/browser.ts';
import { withLocalSite } from '../servers/local-site.ts';
import { EMAIL, PASSWORD } from '../servers/site-process.ts';

const KB = 1024;
const TEXT_KB = 200;
const SLOWDOWN = 4;
const KEYS = 60;
const KEY_MS = 200;
const INP_MS = 100;

const LINE = 'A line of *ordinary* text with a [link](https://example.com) and `code`.\n\n';
const TEXT = LINE.repeat(Math.ceil((TEXT_KB * KB) / LINE.length));

/** In the page: notes the time from each press of a key to the next frame. */
const OBSERVE = `
  window.keys = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) keys.set(interactionId, Math.max(keys.get(interactionId) ?? 0, duration));
  }).observe({ type: 'event', durationThreshold: 16 });
`;

export const typing: Measure = {
  title: 'Typing',
  how: `${KEYS} keys in the middle of a post of ${TEXT_KB} KB, with a processor ${SLOWDOWN} times slower; the times of the keys.`,
  run: async () =>
    withLocalSite(
      new Map([
        ...(await sampleContent(20, 2000)),
        ['posts/long.md', Buffer.from(`---\ntitle: Long\n---\n\n${TEXT}`)],
      ]),
      async ({ url }) => {
        const browser = await launchChromium();
        try {
          const page = await browser.newPage();
          await page.request.post(`${url}/api/auth/login`, {
            data: { email: EMAIL, password: PASSWORD },
          });
          await page.goto(`${url}/admin/blogs/long/edit`);
          const text = page.getByLabel('Content', { exact: true });
          await text.click();
          await text.evaluate(
            '(area) => area.setSelectionRange(area.value.length / 2, area.value.length / 2)',
          );
          const session = await page.context().newCDPSession(page);
          await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
          await page.evaluate(OBSERVE);
          await page.keyboard.type('words '.repeat(KEYS / 6), { delay: KEY_MS });
          await page.waitForTimeout(1000);
          const ms = await page.evaluate<number[]>('[...keys.values()].sort((a, b) => a - b)');
          return [
            measured('median, from a key to the next frame', median(ms), 'ms'),
            // Interaction to Next Paint ignores one in 50: https://web.dev/articles/inp.
            measured('interaction to next paint', ms.at(-2) ?? NaN, 'ms', { atMost: INP_MS }),
          ];
        } finally {
          await browser.close();
        }
      },
    ),
};
