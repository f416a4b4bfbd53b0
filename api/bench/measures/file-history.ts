import { HISTORY_PER_PAGE, type HistoryResponse } from 'content-schema';
import { median, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { fastImport } from '../servers/fast-import.ts';
import { withLocalSite } from '../servers/local-site.ts';
import type { TestClient } from '../../test/test-client.ts';
import type { SiteProcess } from '../servers/site-process.ts';

const POSTS = 1000;
const POST_BYTES = 200;
const COMMITS = 12_000;
const SECONDS_BETWEEN = 2500;
const ROUNDS = 9;
const BAR_MS = 200;
const UNDO_BAR_MS = 300;
const PAGE_BAR_MS = 300;

/** Yields commits of different posts in the format of `git fast-import`. */
const commits = function* (): Generator<string> {
  const base = Math.floor(Date.now() / 1000) - COMMITS * SECONDS_BETWEEN;
  for (let n = 1; n <= COMMITS; n += 1) {
    const text = `---\ntitle: "Changed by ${n}"\n---\n\nText\n`;
    yield `commit refs/heads/main\ncommitter ada <ada@example.com> ${base + n * SECONDS_BETWEEN} +0000\n`;
    yield `data 6\nUpdate\n${n === 1 ? 'from refs/heads/main^0\n' : ''}`;
    yield `M 100644 inline posts/post-${1 + ((n * 7) % POSTS)}.md\ndata ${text.length}\n${text}\n`;
  }
};

const timeHistory = async (admin: TestClient, path: string): Promise<number> => {
  const start = performance.now();
  const response = await admin.get(`/api/history?path=${path}`);
  const { commits: result } = (await response.json()) as HistoryResponse;
  if (result.length === 0) throw new Error(`${path} has no history`);
  return performance.now() - start;
};

/** The requests of the history page. */
const PAGES = {
  'a page of the history': '?page=1',
  'the last page of it': `?page=${Math.floor(COMMITS / HISTORY_PER_PAGE)}`,
  'a search for words': '?q=updates',
  'a day of it': `?since=${new Date(Date.now() - 86_400_000).toISOString()}`,
} as const;

/** Measures the whole site at commits in the middle, none of which was viewed before. */
const timesOfSites = async (admin: TestClient): Promise<[what: string, times: number[]][]> => {
  const middle = `/api/history?page=${Math.floor(COMMITS / HISTORY_PER_PAGE / 2)}`;
  const { commits: result } = (await (await admin.get(middle)).json()) as HistoryResponse;
  const facts: number[] = [];
  const pages: number[] = [];
  for (const { sha } of result.slice(0, ROUNDS)) {
    for (const [paths, times] of [
      [[`/api/history/${sha}/site`, `/api/compare?from=${sha}`], facts],
      [[`/past/${sha}/`], pages],
    ] as const) {
      const start = performance.now();
      for (const path of paths) {
        const response = await admin.get(path);
        await response.text();
        if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      }
      times.push(performance.now() - start);
    }
  }
  return [
    ['the site at a commit, compared with now', facts],
    ['its first page', pages],
  ];
};

const timesOfPages = async (admin: TestClient): Promise<[what: string, times: number[]][]> => {
  const all: [string, number[]][] = [];
  for (const [what, query] of Object.entries(PAGES)) {
    const times: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const start = performance.now();
      const response = await admin.get(`/api/history${query}`);
      await response.json();
      if (!response.ok) throw new Error(`${what}: ${response.status}`);
      times.push(performance.now() - start);
    }
    all.push([what, times]);
  }
  return all;
};

const timesOfUndo = async (admin: TestClient): Promise<number[]> => {
  const { commits: newest } = (await (await admin.get('/api/history')).json()) as HistoryResponse;
  const times: number[] = [];
  for (const { sha } of newest.slice(0, ROUNDS)) {
    const start = performance.now();
    const response = await admin.post(`/api/history/${sha}/undo`, { decisions: [] });
    if (!response.ok) throw new Error(await response.text());
    times.push(performance.now() - start);
  }
  return times;
};

/** Measures the first and further requests for histories, after a start and the first page. */
const measureHistories = async (site: SiteProcess, firstPost: number) => {
  const admin = await site.signIn();
  await admin.get('/');
  const first = await timeHistory(admin, `posts/post-${firstPost}.md`);
  const others: number[] = [];
  for (let n = 1; n <= ROUNDS; n += 1) {
    others.push(await timeHistory(admin, `posts/post-${firstPost + n}.md`));
  }
  return { admin, first, others };
};

const measure = async (
  site: SiteProcess,
  restart: () => Promise<SiteProcess>,
): Promise<readonly Measurement[]> => {
  const uncached = await measureHistories(site, 3);
  const pages = [...(await timesOfPages(uncached.admin)), ...(await timesOfSites(uncached.admin))];
  const undone = await timesOfUndo(uncached.admin);
  const cached = await measureHistories(await restart(), 100);
  const ms = (what: string, value: number, atMost?: number): Measurement => ({
    ...{ what, value, unit: 'ms' },
    ...(atMost !== undefined && { bar: { atMost } }),
  });
  return [
    ...pages.map(([what, times]) => ms(what, median(times), PAGE_BAR_MS)),
    ms('undo of a change', median(undone), UNDO_BAR_MS),
    ms('the first, of a repository never looked at', uncached.first),
    ms('any other file then', median(uncached.others), BAR_MS),
    ms('the first after a later start', cached.first, PAGE_BAR_MS),
    ms('any other file then', median(cached.others), BAR_MS),
  ];
};

export const fileHistory: Measure = {
  title: 'History, that of a file, the site at a commit, and undo',
  how: `Of ${COMMITS} commits in a local repository with ${POSTS} posts; the median of ${ROUNDS}.`,
  run: async () => {
    const files = await sampleContent(POSTS, POST_BYTES);
    return withLocalSite(files, measure, {
      prepare: (repository) => fastImport(repository, [...commits()]),
    });
  },
};
