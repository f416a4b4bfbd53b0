import * as faults from 'fixtures/github';
import { inspect } from 'node:util';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { save } from '../test/requests.ts';
import { toCommitSha } from '../git-object-id.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub } = mockedGitHubs(setupServer());

const TIMEOUT_MS = 50;

const FAULTS = [
  faults.badCredentials(),
  faults.badGateway(),
  faults.lostResponse(),
  faults.networkFailure(),
  faults.notFoundYet(),
  faults.primaryLimit(),
  faults.secondaryLimit(),
  faults.serverError(),
  faults.slow(4 * TIMEOUT_MS),
  faults.somethingWentWrong(),
  faults.staleData(),
];

/** Everything that a log could print of an error: stack, causes and non-enumerable fields. */
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
    () => save(store, { 'b.txt': 'b' }, { from: head }),
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
