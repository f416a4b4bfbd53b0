import type { ContentResponse, ProposalsResponse } from 'content-schema';
import { measured, median, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { fastImport } from '../servers/fast-import.ts';
import { withLocalSite } from '../servers/local-site.ts';
import { granted, grantedJson, timeOf } from '../servers/requests.ts';
import type { SiteProcess } from '../servers/site-process.ts';

const PROPOSALS = 200;
const POSTS = 100;
const POST_BYTES = 2000;
const ROUNDS = 40;

/** Yields branches with a change of a post each in the format of `git fast-import`. */
const branches = function* (): Generator<string> {
  const now = Math.floor(Date.now() / 1000);
  for (let n = 1; n <= PROPOSALS; n += 1) {
    const text = `---\ntitle: "Proposed by ${n}"\n---\n\nText\n`;
    yield `commit refs/heads/idea-${n}\ncommitter ada <ada@example.com> ${now} +0000\n`;
    yield `data 5\nIdea\nfrom refs/heads/main^0\n`;
    yield `M 100644 inline posts/post-${1 + (n % POSTS)}.md\ndata ${text.length}\n${text}\n`;
  }
};

/** Measures what a page of the admin area asks for, and a save, while its proposals are listed. */
const timesOf = async (site: SiteProcess) => {
  const admin = await site.signIn();
  const time = (send: () => Promise<Response>) => timeOf(() => granted(send()));
  const start = performance.now();
  const { proposals } = await grantedJson<ProposalsResponse>(admin.get('/api/proposals'));
  const list = performance.now() - start;
  const { profile } = await grantedJson<ContentResponse>(admin.get('/api/content'));
  const pages: number[] = [];
  const saves: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const paths = ['/admin/blogs', '/api/content?posts=headings', '/api/proposals'];
    const times = paths.map((path) => time(() => admin.get(path)));
    pages.push(Math.max(...(await Promise.all(times))));
    saves.push(await time(() => admin.put('/api/profile', { ...profile, tagline: String(n) })));
  }
  return { count: proposals.length, list, page: median(pages), save: median(saves) };
};

export const openProposals: Measure = {
  title: 'The admin area beside open proposals',
  how: `With ${PROPOSALS} other branches against none, in a local repository with ${POSTS} posts; the median of ${ROUNDS}.`,
  run: async () => {
    const files = await sampleContent(POSTS, POST_BYTES);
    const none = await withLocalSite(files, timesOf);
    const many = await withLocalSite(files, timesOf, {
      prepare: (repository) => fastImport(repository, [...branches()]),
    });
    if (many.count !== PROPOSALS) throw new Error(`Listed: ${many.count}`);
    const ratio = (what: string, kind: 'page' | 'save') =>
      measured(what, many[kind] / none[kind], 'times', { atMost: 1.5 });
    return [
      ratio('a page of the admin area', 'page'),
      ratio('a save', 'save'),
      measured('the first list of them', many.list, 'ms'),
    ];
  },
};
