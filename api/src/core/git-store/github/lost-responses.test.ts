import {
  badGateway,
  lostResponse,
  networkFailure,
  type Fault,
  type GitHub,
  type RequestKind,
} from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { filesOf } from '../test/contents.ts';
import { save } from '../test/requests.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub } = mockedGitHubs(setupServer());

const MEGABYTE = 1024 * 1024;

/** The response is cut off in the middle. */
const cutOff: Fault = {
  name: 'cut off',
  happen: async (_, proceed) => {
    const response = await proceed();
    const text = await response.text();
    return new Response(text.slice(0, text.length / 2), response);
  },
};

const open = (options: Parameters<typeof createTestStore>[1] = {}) => {
  const { github, repository } = openGitHub(new Map([['a.txt', 'a']]));
  return { github, repository, store: createTestStore(github, options) };
};
const openInSteps = () => open({ mutationMaxBytes: 0 });

const operationsOf = (github: GitHub) =>
  github.requests.requests().map(({ operation }) => operation);

test('changes that are too large for one request are uploaded file by file and become one commit', async () => {
  const { github, repository, store } = open();
  const files = {
    'photos/1.png': new Uint8Array(14 * MEGABYTE).fill(1),
    'photos/2.png': new Uint8Array(14 * MEGABYTE).fill(2),
    'a.txt': null,
  };
  await save(store, files);
  expect(operationsOf(github)).toEqual([
    'repos/get-commit',
    'git/get-tree',
    'git/create-blob',
    'git/create-blob',
    'graphql/query',
    'git/create-tree',
    'git/create-commit',
    'git/update-ref',
  ]);
  expect(repository.commits()).toHaveLength(2);
  expect([...repository.files().keys()]).toEqual(['photos/1.png', 'photos/2.png']);
});

test('a photo of the largest size is one request', async () => {
  const { github, repository, store } = open();
  const head = await store.head();
  await store.list(head);
  const mark = github.requests.mark();
  const photo = Uint8Array.from({ length: 10 * MEGABYTE }, (_, i) => (i * 31) % 256);
  await save(store, { 'photos/1.png': photo }, { from: head });
  expect(mark.count()).toBe(1);
  expect(repository.files().get('photos/1.png')?.equals(photo)).toBe(true);
});

const STEPS: readonly RequestKind[] = [
  ...(['git/create-blob', 'graphql/query', 'git/create-tree'] as const),
  ...(['git/create-commit', 'git/update-ref'] as const),
];

test.each(
  STEPS.flatMap((kind) =>
    [lostResponse(), badGateway(), networkFailure(), cutOff].map((fault) => ({ kind, fault })),
  ),
)('a commit in steps is made once when $kind ends in $fault.name', async ({ kind, fault }) => {
  const { github, repository, store } = openInSteps();
  const head = await store.head();
  github.faults.next(fault, { on: kind });
  // Binary, because text is sent without a separate blob.
  const bytes = Uint8Array.of(0xff, 0xfe);
  const result = await save(store, { 'b.bin': bytes, 'c.txt': 'c' }, { from: head });
  expect(github.faults.pending).toEqual([]);
  expect(repository.head()).toBe(result.head);
  expect(repository.commits()).toHaveLength(2);
  expect(Object.fromEntries(repository.files())).toMatchObject({
    'b.bin': Buffer.from(bytes),
    'c.txt': Buffer.from('c'),
  });
});

test('a push between the steps makes the last step fail, and none of the changes is visible', async () => {
  const { github, repository, store } = openInSteps();
  const head = await store.head();
  const race: Fault = {
    name: 'race',
    happen: (_, proceed) => {
      repository.push({ changes: { 'theirs.txt': 'theirs' } });
      return proceed();
    },
  };
  github.faults.next(race, { on: 'git/update-ref' });
  const late = save(store, { 'b.txt': 'b' }, { from: head });
  await expect(late).rejects.toMatchObject({ code: 'StaleHead' });
  expect([...repository.files().keys()]).toEqual(['a.txt', 'theirs.txt']);
});

test.each<RequestKind>([
  'repos/get-commit',
  'git/get-tree',
  'graphql/query',
  'git/get-blob',
  'repos/list-commits',
])('a read of %s whose response is cut off is repeated', async (kind) => {
  // Too large to be read with the texts.
  const bytes = Buffer.alloc(1000, 0xff);
  const { github, repository, store } = open();
  repository.push({ changes: { 'b.bin': bytes } });
  github.faults.next(cutOff, { on: kind });
  const files = await filesOf(store, await store.head());
  expect(Object.fromEntries(files)).toEqual({ 'a.txt': Buffer.from('a'), 'b.bin': bytes });
  expect((await store.history({ page: 1, perPage: 5 })).commits).toHaveLength(2);
  expect(github.faults.pending).toEqual([]);
});
