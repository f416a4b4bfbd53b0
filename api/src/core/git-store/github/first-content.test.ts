import { lostResponse, networkFailure, somethingWentWrong, type Fault } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { textsOf } from '../test/contents.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub } = mockedGitHubs(setupServer());

const TEXTS = { 'posts/ä.md': 'Text ü\n', 'profile.json': '{}\n', 'site.json': '{}' };
const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0xfe]);
const FILES = new Map([
  ...Object.entries(TEXTS).map(([path, text]): [string, Buffer] => [path, Buffer.from(text)]),
  ['photos/1.jpg', PHOTO],
]);

const SUBJECT = 'Begin with the default content';
const FIRST_FILE = 'Create posts/ä.md';

const open = (files?: Map<string, string>) => {
  const { github, repository } = openGitHub(files);
  return {
    ...{ github, repository },
    openStore: () => createTestStore(github, { firstContent: () => Promise.resolve(FILES) }),
    subjects: () => repository.commits().map(({ message }) => message.split('\n')[0]),
  };
};

test('an empty repository is filled by one commit', async () => {
  const { repository, openStore, subjects } = open();
  const store = openStore();
  const head = await store.head();
  expect(repository.head()).toBe(head);
  expect(repository.files()).toEqual(FILES);
  expect(subjects()).toEqual([SUBJECT]);
  expect((await store.show(head)).parent).toBeNull();
  expect(await textsOf(store, head)).toMatchObject(TEXTS);
  expect(await store.list(head)).toEqual(await openStore().list(head));
});

test('if GitHub refuses to replace the first commit, a second one adds the other files', async () => {
  const { repository, openStore, subjects } = open();
  repository.protections.set('main', 'no-force');
  const head = await openStore().head();
  expect(repository.head()).toBe(head);
  expect(repository.files()).toEqual(FILES);
  expect(subjects()).toEqual([SUBJECT, FIRST_FILE]);
});

test('a push on top of the first commit is kept', async () => {
  const { github, repository, openStore, subjects } = open();
  const race: Fault = {
    name: 'race',
    happen: (_, proceed) => {
      repository.push({ changes: { 'theirs.txt': 'theirs' }, message: 'Theirs\n' });
      return proceed();
    },
  };
  github.faults.next(race, { on: 'git/create-commit' });
  const head = await openStore().head();
  expect(repository.head()).toBe(head);
  expect(subjects()).toEqual(['Theirs', FIRST_FILE]);
});

test.each([lostResponse(), networkFailure(), somethingWentWrong()])(
  'it is filled although replacing the first commit ends in $name',
  async (fault) => {
    const { github, repository, openStore } = open();
    github.faults.next(fault, { on: 'graphql/mutation' });
    const head = await openStore().head();
    expect(repository.head()).toBe(head);
    expect(repository.files()).toEqual(FILES);
  },
);

test('an interrupted start is completed by the next one', async () => {
  const { github, repository, openStore, subjects } = open();
  github.faults.set(networkFailure(), { on: ['git/create-tree', 'graphql/mutation'] });
  await expect(openStore().head()).rejects.toMatchObject({ code: 'StoreUnavailable' });
  expect(repository.files().size).toBe(1);
  github.faults.clear();
  await openStore().check();
  expect(repository.files()).toEqual(FILES);
  expect(subjects()).toEqual([SUBJECT]);
});

test('a history that happens to end with the first file is not replaced', async () => {
  const { repository, openStore, subjects } = open(new Map([['old.txt', 'old']]));
  const changes = { 'old.txt': null, 'posts/ä.md': TEXTS['posts/ä.md'] };
  repository.push({ changes, message: 'Clean up\n' });
  await openStore().check();
  expect(subjects()).toEqual([SUBJECT, 'Clean up', 'Add the first content']);
});
