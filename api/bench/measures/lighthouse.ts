import { launch } from 'chrome-launcher';
import { largePhoto } from 'fixtures/sample-files';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium } from '../../../.config/chromium.ts';
import { measured, median, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withLocalSite } from '../servers/local-site.ts';

const POSTS = 1000;
const POST_BYTES = 2000;
const RUNS = 5;
const PERFORMANCE = 100;
const LCP_MS = 1600;
const LANDING_LCP_MS = 1300;

const PHOTOS = ['dunes', 'harbour', 'ferry'];
const PHOTO_POST = [
  '---\ntitle: Code, formulas and photos\ncreatedAt: 2020-01-01T00:00:00.000Z\n---',
  '```ts\nconst answer: number = 6 * 7;\n```',
  'Let $a^2 + b^2 = c^2$, so that\n\n$$c = \\sqrt{a^2 + b^2}.$$',
  ...PHOTOS.map((id) => `![The ${id}](/photos/${id})`),
].join('\n\n');

const PROJECT = {
  ...{ id: 'tides', name: 'Tide table', year: '2023', description: 'Tides by eye.' },
  ...{ link: 'https://tides.example.org', stack: ['Maps'], photo: '![The dunes](/photos/dunes)' },
  text: '## Why\n\nSeaweed.\n\n![The ferry](/photos/ferry)',
};

const PAGES = [
  { path: '/', lcpMs: LANDING_LCP_MS },
  { path: '/blogs', lcpMs: LCP_MS },
  // The sample posts contain code and emphasis.
  { path: '/blogs/post-15', lcpMs: LCP_MS },
  { path: '/blogs/photos', lcpMs: LCP_MS },
  { path: '/projects/tides', lcpMs: LCP_MS },
  { path: '/experiences', lcpMs: LCP_MS },
];

/**
 * The audits about images. `image-delivery-insight`, which reports hide by default, confuses the
 * device pixels of the simulated phone with those of the machine.
 */
const ABOUT_IMAGES = [
  ...['efficient-animated-content', 'image-alt', 'image-aspect-ratio', 'image-redundant-alt'],
  ...['image-size-responsive', 'lcp-discovery-insight', 'lcp-lazy-loaded', 'modern-image-formats'],
  ...['offscreen-images', 'prioritize-lcp-image', 'unsized-images', 'uses-optimized-images'],
  'uses-responsive-images',
];

const withPhotos = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const photo = await largePhoto();
  const about = Buffer.from(JSON.stringify({ width: 6000, height: 4000, colour: '#8a6f4d' }));
  return new Map([
    ...(await sampleContent(POSTS, POST_BYTES)),
    ['posts/photos.md', Buffer.from(PHOTO_POST)],
    ['sections.json', Buffer.from(JSON.stringify({ projects: { items: [PROJECT] } }))],
    ...PHOTOS.flatMap((id): [string, Uint8Array][] => [
      [`photos/${id}/${id}.jpg`, photo],
      [`photos/${id}/photo.json`, about],
    ]),
  ]);
};

const audit = async (url: string, port: number): Promise<Result> => {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  return lhr;
};

const scoreOf = ({ categories }: Result, name: string): number =>
  Math.round((categories[name]?.score ?? 0) * 100);

const findingsOf = ({ audits }: Result): string[] =>
  ABOUT_IMAGES.filter((name) => {
    const { score = null, scoreDisplayMode } = audits[name] ?? {};
    return score !== null && score < 1 && scoreDisplayMode !== 'informative';
  });

const rowsOf = (path: string, lcpMs: number, runs: readonly Result[]): Measurement[] => {
  const least = (name: string) => Math.min(...runs.map((run) => scoreOf(run, name)));
  const findings = new Set(runs.flatMap(findingsOf));
  const paints = runs.map((run) => run.audits['largest-contentful-paint']?.numericValue ?? NaN);
  const scores = runs.map((run) => scoreOf(run, 'performance'));
  return [
    measured(`${path}: performance`, median(scores), 'points', { atLeast: PERFORMANCE }),
    measured(`${path}: largest contentful paint`, median(paints), 'ms', { atMost: lcpMs }),
    ...['accessibility', 'best-practices', 'seo'].map((name) =>
      measured(`${path}: ${name}`, least(name), 'points', { atLeast: 100 }),
    ),
    measured(
      [`${path}: findings about pictures`, ...findings].join(' '),
      findings.size,
      'findings',
      {
        atMost: 0,
      },
    ),
  ];
};

export const lighthouseScores: Measure = {
  title: 'Lighthouse',
  how: `Its simulated phone on a slow network, with ${POSTS} posts; the median of ${RUNS} runs.`,
  run: async () =>
    withLocalSite(await withPhotos(), async ({ url }) => {
      const chromePath = findChromium();
      const chrome = await launch({
        ...(chromePath !== undefined && { chromePath }),
        chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu'],
      });
      try {
        const rows: Measurement[] = [];
        for (const { path, lcpMs } of PAGES) {
          const runs: Result[] = [];
          while (runs.length < RUNS) runs.push(await audit(url + path, chrome.port));
          rows.push(...rowsOf(path, lcpMs, runs));
        }
        return rows;
      } finally {
        chrome.kill();
      }
    }),
};
