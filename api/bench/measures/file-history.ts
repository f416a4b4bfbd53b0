import { HISTORY_PER_PAGE, type HistoryResponse } from 'content-schema';
import { measured, median, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { fastImport } from '../servers/fast-import.ts';
import { withLocalSite } from '../servers/local-site.ts';
import type { TestClient } from '../../test/test-client.ts';
import { granted, grantedJson, timeOf } from '../servers/requests.ts';
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

const historyOf = async (admin: TestClient, query = ''): Promise<HistoryResponse['commits']> => {
  const { commits: result } = await grantedJson<HistoryResponse>(admin.get(`/api/history${query}`));
  if (result.length === 0) throw new Error(`${query} has no history`);
  return result;
};

const timeHistory = (admin: TestClient, path: string): Promise<number> =>
  timeOf(() => historyOf(admin, `?path=${path}`));

/** The requests of the history page. */
const PAGES = {
  'a page of the history': '?page=1',
  'the last page of it': `?page=${Math.floor(COMMITS / HISTORY_PER_PAGE)}`,
  'a search for words': '?q=updates',
  'a day of it': `?since=${new Date(Date.now() - 86_400_000).toISOString()}`,
} as const;

/** Measures the whole site at commits in the middle, none of which was viewed before. */
const timesOfSites = async (admin: TestClient): Promise<[what: string, times: number[]][]> => {
  const result = await historyOf(admin, `?page=${Math.floor(COMMITS / HISTORY_PER_PAGE / 2)}`);
  const facts: number[] = [];
  const pages: number[] = [];
  for (const { sha } of result.slice(0, ROUNDS)) {
    const readFacts = async () => {
      await granted(admin.get(`/api/history/${sha}/site`));
      await granted(admin.get(`/api/compare?from=${sha}`));
    };
    facts.push(await timeOf(readFacts));
    pages.push(await timeOf(() => granted(admin.get(`/past/${sha}/`))));
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
      times.push(await timeOf(() => granted(admin.get(`/api/history${query}`))));
    }
    all.push([what, times]);
  }
  return all;
};

const timesOfUndo = async (admin: TestClient): Promise<number[]> => {
  const times: number[] = [];
  for (const { sha } of (await historyOf(admin)).slice(0, ROUNDS)) {
    const undo = () => admin.post(`/api/history/${sha}/undo`, { decisions: [] });
    times.push(await timeOf(() => granted(undo())));
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
  const ms = (what: string, value: number, atMost: number): Measurement =>
    measured(what, value, 'ms', { atMost });
  return [
    ...pages.map(([what, times]) => ms(what, median(times), PAGE_BAR_MS)),
    ms('undo of a change', median(undone), UNDO_BAR_MS),
    measured('the first, of a repository never looked at', uncached.first, 'ms'),
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
