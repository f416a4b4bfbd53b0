import {
  badCredentials,
  badGateway,
  lostResponse,
  networkFailure,
  notFoundYet,
  primaryLimit,
  secondaryLimit,
  serverError,
  slow,
  somethingWentWrong,
  staleData,
  type Fault,
} from 'fixtures/github';
import { inspect } from 'node:util';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { changesFrom, request } from '../test/requests.ts';
import { toCommitSha } from '../git-object-id.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub } = mockedGitHubs(setupServer());

const TIMEOUT_MS = 50;

const FAULTS: readonly Fault[] = [
  badCredentials(),
  badGateway(),
  lostResponse(),
  networkFailure(),
  notFoundYet(),
  primaryLimit(),
  secondaryLimit(),
  serverError(),
  slow(4 * TIMEOUT_MS),
  somethingWentWrong(),
  staleData(),
];

/**
 * Returns everything that a log could print of an error: stack, causes and non-enumerable fields.
 */
const everythingIn = (error: unknown): string =>
  inspect(error, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity });

test.each(FAULTS)('no error contains the token after $name', async (fault) => {
  const { github } = openGitHub(new Map([['a.txt', 'a']]));
  const store = createTestStore(github, { timeoutMs: TIMEOUT_MS });
  const head = await store.head();
  await store.list(head);
  github.faults.set(fault);
  const calls: readonly (() => Promise<unknown>)[] = [
    () => store.check(),
    () => store.head(),
    () => store.list(toCommitSha('1'.repeat(40))),
    () => store.history({ page: 1, perPage: 5 }),
    () => store.commit(request(head, changesFrom({ 'b.txt': 'b' }))),
  ];
  let errors = 0;
  for (const call of calls) {
    // `check` returns what makes writing impossible rather than throwing it.
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    if (!(error instanceof Error)) continue;
    errors += 1;
    const printed = everythingIn(error);
    expect(printed).not.toContain(github.token);
    expect(printed).not.toMatch(/authorization/i);
  }
  expect(errors).toBeGreaterThan(0);
});
