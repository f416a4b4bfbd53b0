import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RateLimited } from '../errors.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub } = mockedGitHubs(setupServer());

const FILES = 600;
const MINUTE_MS = 60_000;

test('600 files are staged within the limits of GitHub, and no save meanwhile is refused', async () => {
  const { github } = openGitHub(new Map([['a.txt', 'a']]));
  const store = createTestStore(github);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const start = Date.now();
  const writes: number[] = [];
  const pauses: Date[] = [];
  const write = async (send: () => Promise<unknown>): Promise<void> => {
    await send();
    writes.push(Date.now());
    vi.setSystemTime(Date.now() + 300);
  };
  const save = async (): Promise<void> => {
    const expectedHead = await store.head();
    const operationId = `save-${writes.length}`;
    const message = `Save\n\nOperation-Id: ${operationId}\n`;
    const changes = new Map([['a.txt', Buffer.from(operationId)]]);
    await store.commit({ expectedHead, operationId, message, changes });
  };
  for (let staged = 0; staged < FILES;) {
    try {
      await write(() => store.stage(Buffer.from(`file ${staged}`)));
      staged += 1;
      if (staged % 20 === 0) await write(save);
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error;
      pauses.push(error.retryAt);
      vi.setSystemTime(error.retryAt);
    }
  }
  const most = (ms: number): number =>
    Math.max(...writes.map((end) => writes.filter((at) => at > end - ms && at <= end).length));
  expect(most(MINUTE_MS)).toBeLessThanOrEqual(80);
  expect(most(60 * MINUTE_MS)).toBeLessThanOrEqual(500);
  expect(pauses.length).toBeGreaterThan(5);
  expect(Date.now() - start).toBeLessThan(90 * MINUTE_MS);
  const sent = ['git/create-blob', 'graphql/mutation'] as const;
  expect(sent.reduce((sum, kind) => sum + github.requests.count(kind), 0)).toBe(writes.length);
});
