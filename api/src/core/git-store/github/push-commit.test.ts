import {
  badGateway,
  lostResponse,
  networkFailure,
  secondaryLimit,
  type Fault,
  type GitHub,
} from 'fixtures/github';
import { setupServer } from 'msw/node';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { git } from '../../../../test/git.ts';
import { testFolder } from '../../../../test/test-folder.ts';
import type { GitStore } from '../git-store.ts';
import { describeCommits } from '../test/commits.ts';
import { createOpen, type OutsideFiles } from '../test/harness.ts';
import { save, type FilesToSave } from '../test/requests.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub, harness } = mockedGitHubs(setupServer());

const author = { name: 'Ada', email: 'ada@example.com' };

const withAuthor = (store: GitStore): GitStore => ({
  ...store,
  commit: (request) => store.commit({ author, ...request }),
});

describe('the GitHub git store, by pushes', () => {
  const open = createOpen(async (files) => {
    const { openStore, ...others } = await harness({ apiMaxFiles: 0 })(files);
    const store = withAuthor(others.store);
    return { ...others, store, openStore: (branch) => withAuthor(openStore(branch)) };
  });
  describeCommits(open);
});

const RUN = { content: Buffer.from('run'), mode: '100755' } as const;
const BEFORE: OutsideFiles = new Map<string, string | typeof RUN>([
  ['posts/old.md', 'old'],
  ['posts/run.sh', RUN],
  ['photos/a/a.jpg', 'a'],
]);
const LONG = 'Long text\n'.repeat(2_000);
const FILES: FilesToSave = {
  'posts/old.md': null,
  'posts/run.sh': 'run faster',
  ...Object.fromEntries(Array.from({ length: 148 }, (_, i) => [`posts/${i}.md`, `${i} ${LONG}`])),
};

const open = (files = BEFORE, options: Parameters<typeof createTestStore>[1] = {}) => {
  const { github, repository } = openGitHub(files);
  const store = withAuthor(createTestStore(github, options));
  const fsck = async (): Promise<string> => {
    const folder = await testFolder();
    await repository.writeToDisk(folder);
    return git(folder, 'fsck', '--strict', '--no-dangling');
  };
  return { github, repository, store, fsck };
};

const operationsOf = ({ requests }: GitHub) => requests.requests().map((each) => each.operation);

const saveAll = async (store: GitStore, options?: Parameters<typeof save>[2]) => {
  const photo = await store.stage(Buffer.of(0xff, 0xfe));
  return save(store, { ...FILES, 'photos/b/b.jpg': photo }, options);
};

test('a commit of 150 files is one push, and the same as by the API', async () => {
  const byApi = open(BEFORE, { apiMaxFiles: Infinity });
  await saveAll(byApi.store);
  expect(byApi.github.requests.count('git/create-blob')).toBe(1 + 148);
  const { github, repository, store, fsck } = open();
  const { head, tree } = await saveAll(store);
  const written = ['git/create-blob', 'repos/get-commit', 'git/get-tree', 'graphql/query', 'push'];
  expect(operationsOf(github)).toEqual(written);
  expect(repository.head()).toBe(head);
  expect(await fsck()).toBe('');
  const [commit, expected] = [repository.commits()[0], byApi.repository.commits()[0]];
  expect(commit?.tree).toBe(expected?.tree);
  expect(commit?.parents).toEqual([repository.commits()[1]?.sha]);
  // The API takes no author.
  expect(commit?.author).toMatchObject(author);
  const trailer = 'Co-authored-by: Ada <ada@example.com>\n';
  const withoutId = (message = '') => message.replace(/operation-\d+\s*/, '');
  expect(withoutId(commit?.message)).toBe(withoutId(expected?.message.replace(trailer, '')));
  expect([...(await createTestStore(github).list(head))]).toEqual([...tree].sort());
});

test('a folder with links is left to the API', async () => {
  const link = { content: Buffer.from('old.md'), mode: '120000' } as const;
  const { github, repository, store, fsck } = open(new Map([...BEFORE, ['posts/link.md', link]]));
  await saveAll(store);
  expect(github.requests.count('push')).toBe(0);
  expect(String(repository.files().get('posts/link.md'))).toBe('old.md');
  expect(await fsck()).toBe('');
});

const cutOff: Fault = {
  name: 'cut off',
  happen: async (_, proceed) => new Response((await (await proceed()).text()).slice(0, 10)),
};

test.each([networkFailure(), badGateway(), lostResponse(), cutOff, secondaryLimit()])(
  'it is made once after $name',
  async (fault) => {
    const { github, repository, store, fsck } = open();
    const from = await store.head();
    github.faults.next(fault, { on: 'push' });
    const { head } = await saveAll(store, { from });
    expect(github.faults.pending).toEqual([]);
    expect(repository.head()).toBe(head);
    expect(repository.commits()).toHaveLength(2);
    expect(repository.files().size).toBe(151);
    expect(await fsck()).toBe('');
  },
);

test('a push from outside refuses it before anything is uploaded, and is kept by the next attempt', async () => {
  const { github, repository, store, fsck } = open();
  const race: Fault = {
    name: 'race',
    happen: (_, proceed): Promise<Response> => {
      repository.push({ changes: { 'theirs.md': 'theirs' } });
      return proceed();
    },
  };
  github.faults.next(race, { on: 'push' });
  await expect(saveAll(store)).rejects.toMatchObject({ code: 'StaleHead' });
  expect(github.requests.count('git/create-blob')).toBe(1);
  expect([...repository.files().keys()]).toEqual([...BEFORE.keys(), 'theirs.md'].sort());
  await saveAll(store);
  expect(repository.commits()).toHaveLength(3);
  expect(repository.files().size).toBe(152);
  expect(String(repository.files().get('theirs.md'))).toBe('theirs');
  expect(await fsck()).toBe('');
});

type Opened = ReturnType<typeof open>;

test.each([
  ['BranchProtected', (at: Opened): void => void at.repository.protections.set('main', 'ruleset')],
  ['PermissionDenied', ({ github }: Opened): void => github.revokeToken(github.token)],
] as const)('a refused push has the same error as a refused request: %s', async (code, refuse) => {
  const opened = open();
  const from = await opened.store.head();
  await opened.store.list(from);
  refuse(opened);
  const error: unknown = await save(opened.store, FILES, { from }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code });
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(opened.github.token);
  expect(opened.repository.commits()).toHaveLength(1);
});
