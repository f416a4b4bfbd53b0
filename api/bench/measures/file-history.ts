import type { HistoryResponse } from 'content-schema';
import { median, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { fastImport } from '../servers/fast-import.ts';
import { withLocalSite } from '../servers/local-site.ts';
import type { SiteProcess } from '../servers/site-process.ts';

const POSTS = 1000;
const POST_BYTES = 200;
const COMMITS = 5000;
const ROUNDS = 9;
const BAR_MS = 200;
const UNDO_BAR_MS = 300;

/** Commits on the branch, each of another post, as `git fast-import` reads them. */
const commits = function* (): Generator<string> {
  for (let n = 1; n <= COMMITS; n += 1) {
    const text = `---\ntitle: "Changed by ${n}"\n---\n\nText\n`;
    yield `commit refs/heads/main\ncommitter ada <ada@example.com> ${1_700_000_000 + n} +0000\n`;
    yield `data 6\nUpdate\n${n === 1 ? 'from refs/heads/main^0\n' : ''}`;
    yield `M 100644 inline posts/post-${1 + ((n * 7) % POSTS)}.md\ndata ${text.length}\n${text}\n`;
  }
};

const measure = async (site: SiteProcess): Promise<readonly Measurement[]> => {
  const admin = await site.signIn();
  const read = async (path: string): Promise<number> => {
    const start = performance.now();
    const response = await admin.get(`/api/history?path=${path}`);
    const { commits: found } = (await response.json()) as HistoryResponse;
    if (found.length === 0) throw new Error(`${path} has no history`);
    return performance.now() - start;
  };
  const first = await read('posts/post-3.md');
  const others: number[] = [];
  for (let n = 4; n < 4 + ROUNDS; n += 1) others.push(await read(`posts/post-${n}.md`));
  const { commits: newest } = (await (await admin.get('/api/history')).json()) as HistoryResponse;
  const undone: number[] = [];
  for (const { sha } of newest.slice(0, ROUNDS)) {
    const start = performance.now();
    const response = await admin.post(`/api/history/${sha}/undo`, { decisions: [] });
    if (!response.ok) throw new Error(await response.text());
    undone.push(performance.now() - start);
  }
  return [
    { what: 'undo of a change', value: median(undone), unit: 'ms', bar: { atMost: UNDO_BAR_MS } },
    { what: 'the first after a start', value: first, unit: 'ms' },
    { what: 'any other file then', value: median(others), unit: 'ms', bar: { atMost: BAR_MS } },
  ];
};

export const fileHistory: Measure = {
  title: 'History of a file, and undo',
  how: `Of ${COMMITS} commits in a local repository with ${POSTS} posts; the median of ${ROUNDS}.`,
  run: async () => {
    const files = await sampleContent(POSTS, POST_BYTES);
    return withLocalSite(files, measure, {
      prepare: (repository) => fastImport(repository, [...commits()]),
    });
  },
};
