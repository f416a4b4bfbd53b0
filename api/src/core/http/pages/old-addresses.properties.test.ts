import type { ContentResponse, HistoryResponse, PostSource } from 'content-schema';
import fc from 'fast-check';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import type { RunningApp } from '../../../../test/run-app.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

type Changes = Readonly<Record<string, string | null>>;

/** A running app, with its repository as a developer sees it. */
interface Site extends RunningApp {
  push(changes: Changes): Promise<unknown>;
  /** The number of requests to GitHub so far. */
  requests(): number;
}

const startGitHubTestServer = githubTestServers(setupServer());

const FILES = new Map([['profile.json', Buffer.from('{ "name": "Ada" }')]]);

const bytesOf = (changes: Changes) =>
  Object.entries(changes).map(
    ([path, text]) => [path, text === null ? null : Buffer.from(text)] as const,
  );

const startLocal = async (): Promise<Site> => {
  const server = await startTestServer({ files: FILES, web: await testWebApp() });
  return {
    ...server,
    push: async (changes) => {
      const expectedHead = await server.outsider.head();
      const commit = { expectedHead, message: 'Push\n', operationId: 'none' };
      await server.outsider.commit({ ...commit, changes: new Map(bytesOf(changes)) });
    },
    requests: () => 0,
  };
};

const startGitHub = async (): Promise<Site> => {
  const server = await startGitHubTestServer({ files: FILES, web: await testWebApp() });
  return {
    ...server,
    push: (changes) => {
      const push = { changes: Object.fromEntries(bytesOf(changes)), message: 'Push\n' };
      return Promise.resolve(server.repository.push(push));
    },
    requests: () => server.github.requests.count(),
  };
};

const STEPS = ['rename', 'rename back', 'git mv', 'delete', 'restore', 'undo', 'import'] as const;

const steps = fc.array(
  fc.record({ step: fc.constantFrom(...STEPS, 'git mv and edit'), index: fc.nat(9) }),
  { minLength: 2, maxLength: 7 },
);

const textOf = (name: string): string =>
  `---\ntitle: ${name}\n---\n\n${['One', 'Two', 'Three', 'Four'].map((word) => `${word} of (${name}).`).join('\n\n')}\n`;

/** Returns the name that `textOf` wrote into a text. */
const nameIn = (text: string): string => /\(([^)]+)\)/.exec(text)?.[1] ?? '';

let runs = 0;

/** Starts a sequence on a site. All ids of a sequence are new. */
const begin = async (site: Site) => {
  const admin = await site.signIn();
  const prefix = `run-${(runs += 1)}`;
  let used = 0;
  const newId = () => `${prefix}-${(used += 1)}`;
  /** Every id that a post had, by the name of the post. */
  const ids = new Map<string, Set<string>>();
  const deleted: { commit: string; path: string }[] = [];
  const feedIds = new Map<string, string>();
  const { reader, blobs } = site.content;
  const base = (await reader.current()).revision;

  const expectOk = async (response: Response) => {
    if (response.status >= 500) throw new Error(await response.text());
  };
  const posts = async (): Promise<PostSource[]> => {
    await reader.refresh();
    const content = (await (await admin.get('/api/content')).json()) as ContentResponse;
    return content.posts.filter(({ id }) => id.startsWith(prefix));
  };
  const importPost = async () => {
    const form = new FormData();
    const id = newId();
    form.append('files', new Blob([textOf(id)], { type: 'text/markdown' }), `${id}.md`);
    await expectOk(await admin.request('POST', '/api/admin/posts/upload', { body: form }));
  };
  const move = async (id: string, more: string) => {
    const { tree } = await reader.current();
    const path = `posts/${id}.md`;
    const text = await blobs.text(tree.get(path)?.sha as never);
    await site.push({ [path]: null, [`posts/${newId()}.md`]: text + more });
  };

  const act = async (step: (typeof STEPS)[number] | 'git mv and edit', index: number) => {
    const all = await posts();
    const post = all[index % Math.max(1, all.length)];
    const { revision } = await reader.current();
    if (step === 'import' || !post) return importPost();
    const { id } = post;
    const former = [...(ids.get(nameIn(post.content)) ?? [])].filter((each) => each !== id);
    const rename = (to: string) => admin.post(`/api/admin/posts/${id}/address`, { id: to });
    switch (step) {
      case 'rename':
        return expectOk(await rename(newId()));
      case 'rename back':
        return expectOk(await rename(former[index % former.length] ?? newId()));
      case 'git mv':
        return move(id, '');
      case 'git mv and edit':
        return move(id, '\nMore.\n');
      case 'delete':
        deleted.push({ commit: revision, path: `posts/${id}.md` });
        return expectOk(await admin.delete(`/api/posts/${id}`));
      case 'restore': {
        const { commit, path } = deleted.pop() ?? {};
        if (commit === undefined) return undefined;
        const restored = await admin.post(`/api/history/${commit}/restore`, { path });
        return expectOk(restored);
      }
      case 'undo': {
        const response = await admin.get('/api/history');
        const { commits } = (await response.json()) as HistoryResponse;
        const own = commits.slice(
          0,
          commits.findIndex(({ sha }) => sha === base),
        );
        const commit = own[index % Math.max(1, own.length)];
        const undo = { decisions: [] };
        if (commit) await expectOk(await admin.post(`/api/history/${commit.sha}/undo`, undo));
        return undefined;
      }
    }
  };

  const check = async () => {
    for (const { id, content } of await posts()) {
      const name = nameIn(content);
      ids.set(name, (ids.get(name) ?? new Set()).add(id));
    }
    for (const id of [...ids.values()].flatMap((each) => [...each])) {
      const response = await site.visitor.get(`/blogs/${id}`);
      if (response.status === 301) {
        const target = await site.visitor.get(response.headers.get('location') ?? '');
        expect([id, target.status]).toEqual([id, 200]);
      } else expect([id, response.status]).toEqual([id, response.status === 410 ? 410 : 200]);
    }
    const response = await site.visitor.get('/feed.json');
    const { items } = (await response.json()) as { items: { id: string; content_html: string }[] };
    for (const { id, content_html } of items) {
      const name = nameIn(content_html);
      if (!feedIds.has(name)) feedIds.set(name, id);
      expect([name, id]).toEqual([name, feedIds.get(name)]);
    }
  };

  return { admin, importPost, act, check, posts };
};

test.each([
  { store: 'the local store', start: startLocal, numRuns: 40 },
  { store: 'GitHub', start: startGitHub, numRuns: 20 },
])(
  'every address ever served is 200, one redirect to it or 410, and feed ids stay, on $store',
  async ({ start, numRuns }) => {
    const site = await start();
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { admin, importPost, act, check, posts } = await begin(site);
        await importPost();
        await check();
        for (const { step, index } of all) {
          await act(step, index);
          await check();
        }
        const before = site.requests();
        await check();
        // Only the checks of the head by the test itself.
        expect(site.requests() - before).toBeLessThanOrEqual(2);
        const left = (await posts()).map(({ id }) => id);
        if (left.length > 0) await admin.post('/api/admin/posts/delete', { ids: left });
      }),
      { numRuns: Number(process.env['RUNS'] ?? numRuns) },
    );
  },
  600_000,
);
