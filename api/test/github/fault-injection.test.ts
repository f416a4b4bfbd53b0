import fc from 'fast-check';
import type { ContentResponse, SectionsResponse } from 'content-schema';
import { parsePostFile } from 'content-schema/front-matter';
import { readDefaultContent } from 'fixtures/default-content';
import * as faults from 'fixtures/github';
import type { Fault, GitHub, Repository, RequestKind } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { createTestStore } from '../../src/core/git-store/github/test/github-harness.ts';
import { git } from '../git.ts';
import { interceptGitHub } from '../intercept-github.ts';
import { runApp, type RunningApp } from '../run-app.ts';
import type { TestClient } from '../test-client.ts';
import { testFolder } from '../test-folder.ts';
import { readContent, rename, storedName, subjectsOf } from './edits.ts';

const intercept = interceptGitHub(setupServer());

const TIMEOUT_MS = 300;

/** The possible statuses of a refused save; 0 if it was not sent. */
const REJECTIONS = [0, 404, 409, 503];

/** Each leaves a unique mark in the content, by which its result can be checked. */
const SAVES = {
  rename,
  describe: async (admin: TestClient, mark: string): Promise<Response> => {
    const { sections } = await readContent(admin);
    const contact = { ...sections.contact, description: mark };
    return admin.put('/api/sections', { ...sections, contact });
  },
  create: async (admin: TestClient, mark: string): Promise<Response> => {
    const response = await admin.get('/api/content');
    const { posts } = (await response.json()) as ContentResponse;
    const revision = response.headers.get('content-revision') ?? '';
    const created = [...posts, { title: mark, content: 'Text' }];
    return admin.put('/api/posts', created, { 'content-revision': revision });
  },
  upload: (admin: TestClient, mark: string): Promise<Response> => {
    const body = new FormData();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><title>${mark}</title></svg>`;
    body.append('file', new Blob([svg]), `${mark}.svg`);
    return admin.request('POST', '/api/uploads', { body });
  },
};

/** Pushes right before a request is executed. */
const race = (repository: Repository): Fault => ({
  name: 'race',
  happen(_, proceed) {
    repository.push({ changes: { 'race.txt': String(repository.commits().length) } });
    return proceed();
  },
});

/** Pushes right after a request was executed, and loses its response. */
const overtaken = (repository: Repository): Fault => ({
  name: 'overtaken',
  happen: async (exchange, proceed) => {
    await proceed();
    return race(repository).happen(exchange, async () =>
      faults.badGateway().happen(exchange, proceed),
    );
  },
});

const FAULTS: readonly ((repository: Repository) => Fault)[] = [
  () => faults.lostResponse(),
  () => faults.networkFailure(),
  () => faults.slowResponse(10 * TIMEOUT_MS),
  () => faults.badGateway(),
  () => faults.badGatewayAfter(),
  () => faults.serverError(),
  () => faults.somethingWentWrong(),
  () => faults.staleData(),
  () => faults.notFoundYet(),
  () => faults.secondaryLimit(),
  () => faults.primaryLimit(),
  () => faults.resourceLimits({ lookups: 2 }),
  () => faults.truncatedTree({ entries: 3 }),
  faults.staleHead,
  race,
  overtaken,
];

/** The requests that move the branch. */
const MOVES: readonly RequestKind[] = ['graphql/mutation', 'git/update-ref'];
const READS: readonly RequestKind[] = ['graphql/query', 'repos/get-commit', 'git/get-tree'];

/** Mostly commits, which can be lost or duplicated, and of these mostly posts. */
const kind = fc.oneof(
  { weight: 5, arbitrary: fc.constant(MOVES) },
  { weight: 3, arbitrary: fc.constantFrom(...READS) },
);
const save = fc.oneof(
  { weight: 3, arbitrary: fc.constant('create' as const) },
  { weight: 3, arbitrary: fc.constantFrom('rename', 'describe', 'upload') },
);

const trouble = fc.record({
  which: fc.constantFrom(...FAULTS.keys()),
  on: kind,
  times: fc.integer({ min: 1, max: 3 }),
});

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      saves: fc.array(save, { minLength: 1, maxLength: 3 }),
      trouble: fc.option(trouble, { freq: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ push: fc.constantFrom('profile.json', 'notes.txt') }) },
  { weight: 1, arbitrary: fc.constant({ refresh: true }) },
  { weight: 1, arbitrary: fc.constant({ restart: true }) },
);

const stepsOfADay = fc.array(step, { minLength: 3, maxLength: 10 });

const POST = /^posts\/.*\.md$/;
const PHOTO = /^photos\/.*\/(.*)\.svg$/;

/**
 * Returns the marks in the content of a commit, and expects no duplicates. Throws if a file isn't
 * complete.
 */
const marksOf = (repository: Repository, commit: string): Set<string> => {
  const files = repository.files(commit);
  const json = (path: string): unknown => JSON.parse(String(files.get(path)));
  const { name } = json('profile.json') as { name: string };
  const { contact } = json('sections.json') as SectionsResponse;
  const posts = [...files].filter(([path]) => POST.test(path));
  const marks = [
    ...[name, contact.description],
    ...posts.map(([path, bytes]) => parsePostFile(String(bytes), path).title),
    ...[...files.keys()].flatMap((path) => PHOTO.exec(path)?.[1] ?? []),
  ];
  expect(new Set(marks).size).toBe(marks.length);
  return new Set(marks);
};

/** Counts how often each mark was added to the content, from the first commit to the last. */
const countMarks = (repository: Repository): Map<string, number> => {
  const counts = new Map<string, number>();
  let before = new Set<string>();
  for (const { sha } of repository.commits().reverse()) {
    const marks = marksOf(repository, sha);
    for (const mark of marks) {
      if (!before.has(mark)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
    before = marks;
  }
  return counts;
};

/** Writes the repository to the disk, and checks every object with `git fsck`. */
const checkWithGit = async (repository: Repository): Promise<void> => {
  const directory = await testFolder();
  await repository.writeToDisk(directory);
  expect(git(directory, 'fsck', '--strict', '--no-dangling')).toBe('');
};

/** Opens a site that can be restarted, and records the response to each save. */
const openSite = async (github: GitHub, inSteps: boolean) => {
  const limits = { timeoutMs: TIMEOUT_MS, ...(inSteps && { mutationMaxBytes: 0 }) };
  const start = () => runApp(createTestStore(github, limits));
  let app: RunningApp = await start();
  let admin = await app.signIn();
  const announced = new Map<string, number>();
  const restart = async () => {
    await app.close();
    app = await start();
    admin = await app.signIn();
  };
  return {
    announced,
    restart,
    close: () => app.close(),
    visitor: () => app.visitor,
    refresh: () => app.content.reader.refresh().catch(() => undefined),
    saveAll: (saves: readonly (keyof typeof SAVES)[]) =>
      Promise.all(
        saves.map(async (name) => {
          const mark = `mark-${announced.size}`;
          announced.set(mark, 0);
          // Without content there is nothing to edit, so the save is skipped.
          if (name !== 'upload' && !(await admin.get('/api/content?posts=summary')).ok) return;
          announced.set(mark, (await SAVES[name](admin, mark)).status);
        }),
      ),
  };
};

test('whatever fails, each acknowledged save is in the history exactly once', async () => {
  const all = await readDefaultContent();
  const files = new Map([...all].filter(([path]) => path.endsWith('.json')));
  await fc.assert(
    fc.asyncProperty(fc.boolean(), stepsOfADay, async (inSteps, steps) => {
      const github = faults.createGitHub();
      const repository = github.createRepository('ada/site', { files });
      intercept(github);
      const site = await openSite(github, inSteps);
      let pushes = 0;
      for (const next of steps) {
        if ('saves' in next) {
          const { saves, trouble } = next;
          if (trouble) github.faults.next(FAULTS[trouble.which]!(repository), trouble);
          await site.saveAll(saves);
        } else if ('push' in next) {
          repository.push({ changes: { [next.push]: `{"name": "push-${(pushes += 1)}"}\n` } });
        } else if ('refresh' in next) await site.refresh();
        else await site.restart();
      }
      github.faults.clear();
      await site.restart();
      const { profile } = await readContent(site.visitor());
      await site.close();

      expect(profile.name).toBe(storedName(repository));
      const counts = countMarks(repository);
      for (const [mark, status] of site.announced) {
        const count = counts.get(mark) ?? 0;
        if (status === 200 || status === 201) expect(count, mark).toBe(1);
        else expect([status, count <= 1], mark).toEqual([expect.toBeOneOf(REJECTIONS), true]);
      }
      subjectsOf(repository);
      await checkWithGit(repository);
    }),
    // A failure is shrunk until the time limit of the test.
    { numRuns: 16, interruptAfterTimeLimit: 40_000 },
  );
});
