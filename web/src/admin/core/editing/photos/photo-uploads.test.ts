import { uploadMessages } from 'content-schema';
import { expect, it } from 'vitest';
import type { PhotoCalls } from '../../../../data/photos.ts';
import { ApiError } from '../../../../data/request.ts';
import { createPhotoUploads, type PhotoUploadQueue } from './photo-uploads.ts';

const file = (name: string, type = 'image/png') => new File(['?'], name, { type });
const staged = (name: string) => ({ staged: name, filename: name, mimetype: 'image/png', size: 1 });
type Staged = ReturnType<typeof staged>;

/** A queue at an API that stages photos and succeeds, except for the given calls; and its calls. */
const queueWith = (own: Partial<PhotoCalls> = {}) => {
  const sent: string[] = [];
  const commits: string[][] = [];
  const queue = createPhotoUploads({
    stage: (file, options) => {
      sent.push(file.name);
      return own.stage ? own.stage(file, options) : Promise.resolve(staged(file.name));
    },
    commit: async (photos) => {
      commits.push(photos.map(({ staged }) => staged));
      await own.commit?.(photos);
    },
  });
  return { queue, sent, commits };
};

const ended = (queue: PhotoUploadQueue): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queue.uploads().every(({ state }) => !['waiting', 'sending'].includes(state))) resolve();
    };
    queue.subscribe(look);
    look();
  });
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

const states = (queue: PhotoUploadQueue) => queue.uploads().map(({ state }) => state);
const NAMES = Array.from({ length: 11 }, (_, index) => `${index}.avif`);

it('sends three at a time, and stores what is added together in one commit', async () => {
  let underWay = 0;
  let most = 0;
  const { queue, commits } = queueWith({
    stage: async ({ name }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await pause();
      underWay -= 1;
      return staged(name);
    },
  });
  queue.add(NAMES.map((name) => ({ file: file(name, '') })));
  await ended(queue);
  expect(most).toBe(3);
  expect(commits).toEqual([NAMES]);
  expect(states(queue)).toEqual(NAMES.map(() => 'stored'));
});

it('commits the sent photos without the failed ones, and retries those in another commit', async () => {
  let isDown = true;
  const { queue, commits } = queueWith({
    stage: ({ name }) =>
      name === 'b.png' && isDown ? Promise.reject(new TypeError()) : Promise.resolve(staged(name)),
  });
  queue.add(['a.png', 'b.png', 'c.png'].map((name) => ({ file: file(name) })));
  await ended(queue);
  expect(states(queue)).toEqual(['stored', 'failed', 'stored']);
  isDown = false;
  queue.retry(queue.uploads()[1]?.key ?? '');
  await ended(queue);
  expect(commits).toEqual([['a.png', 'c.png'], ['b.png']]);
});

it('repeats a commit whose response was lost, without sending the files again', async () => {
  const { queue, sent, commits } = queueWith({
    commit: () => (commits.length === 1 ? Promise.reject(new TypeError()) : Promise.resolve()),
  });
  queue.add(['a.png', 'b.png', 'c.png'].map((name) => ({ file: file(name) })));
  await ended(queue);
  const problem = 'Upload failed. It may be stored all the same.';
  const failed = { state: 'failed', problem, canRetry: true };
  expect(queue.uploads()).toMatchObject([failed, failed, failed]);
  const [first, , third] = queue.uploads();
  queue.remove(first?.key ?? '');
  queue.retry(third?.key ?? '');
  await ended(queue);
  expect(states(queue)).toEqual(['stored', 'stored']);
  expect(commits.map((names) => names.join())).toEqual(['a.png,b.png,c.png', 'b.png,c.png']);
  expect(sent).toEqual(['a.png', 'b.png', 'c.png']);
});

it('goes on by itself when GitHub takes more files', async () => {
  const later = { status: 503, code: 'RateLimited', retryAfter: 0.02 } as const;
  const seen: (number | undefined)[] = [];
  const { queue, sent } = queueWith({
    stage: ({ name }) =>
      sent.filter((each) => each === name).length === 1
        ? Promise.reject(new ApiError('Later', later))
        : Promise.resolve(staged(name)),
  });
  queue.subscribe(() => seen.push(...queue.uploads().map(({ resumesAt }) => resumesAt)));
  queue.add(['a.png', 'b.png'].map((name) => ({ file: file(name) })));
  await ended(queue);
  expect(states(queue)).toEqual(['stored', 'stored']);
  expect(sent.sort()).toEqual(['a.png', 'a.png', 'b.png', 'b.png']);
  expect(seen.filter((time) => time !== undefined)[0]).toBeGreaterThan(Date.now() - 10_000);
  expect(queue.uploads().map(({ resumesAt }) => resumesAt)).toEqual([undefined, undefined]);
});

it('a pause ends when the upload is cancelled', async () => {
  const later = { status: 503, code: 'RateLimited', retryAfter: 3600 } as const;
  const { queue } = queueWith({ stage: () => Promise.reject(new ApiError('Later', later)) });
  queue.add([{ key: 'A', file: file('a.png') }]);
  await pause();
  expect(queue.uploads()).toMatchObject([
    { state: 'sending', resumesAt: expect.any(Number) as number },
  ]);
  queue.cancel('A');
  await queue.whenSent('A');
  expect(states(queue)).toEqual(['cancelled']);
});

it('never sends files that are too large or not images', () => {
  const { queue } = queueWith();
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' });
  queue.add([{ file: file('notes.pdf', 'application/pdf') }, { file: large }]);
  expect(queue.uploads()).toMatchObject([
    { state: 'failed', canRetry: false, problem: uploadMessages.type },
    { state: 'failed', canRetry: false, problem: uploadMessages.size },
  ]);
});

it.each([
  ['Upload failed', true, new TypeError()],
  ['Busy', true, new ApiError('Busy', { status: 503 })],
  ['No picture', false, new ApiError('No picture', { status: 415 })],
])('after %j a retry may succeed: %j; it has the same key', async (problem, canRetry, error) => {
  const keys: string[] = [];
  const { queue } = queueWith({
    stage: (_, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      return Promise.reject(error);
    },
  });
  queue.add([{ key: 'A', file: file('a.png') }]);
  await ended(queue);
  expect(queue.uploads()).toMatchObject([{ state: 'failed', canRetry, problem }]);
  queue.retry('A');
  await ended(queue);
  expect(keys).toEqual(['A', 'A']);
});

it('ignores the response to a cancelled upload, and sends it again on retry', async () => {
  const responses: ((response: Staged) => void)[] = [];
  const { queue, commits } = queueWith({
    stage: () => new Promise((resolve) => responses.push(resolve)),
  });
  queue.add([{ file: file('a.png') }]);
  await pause();
  const [{ key } = { key: '' }] = queue.uploads();
  queue.cancel(key);
  expect(states(queue)).toEqual(['cancelled']);
  queue.retry(key);
  await pause();
  responses[0]?.(staged('early'));
  await pause();
  expect(states(queue)).toEqual(['sending']);
  responses[1]?.(staged('late'));
  await ended(queue);
  expect(states(queue)).toEqual(['stored']);
  expect(commits).toEqual([['late']]);
});

it('only stages without a commit, and sends a file again whose token has expired', async () => {
  let count = 0;
  const stage = () => Promise.resolve(staged(`token ${++count}`));
  const queue = createPhotoUploads({ stage });
  queue.add([{ key: 'A', file: file('a.png') }]);
  const key = 'A';
  await queue.whenSent(key);
  expect(queue.uploads()).toMatchObject([{ state: 'staged', staged: 'token 1' }]);
  queue.cancel(key);
  expect(states(queue)).toEqual(['cancelled']);
  queue.retry(key);
  await queue.whenSent(key);
  expect(queue.uploads()).toMatchObject([{ state: 'staged', staged: 'token 1' }]);
  queue.sendAgain(key);
  expect(states(queue)).toEqual(['waiting']);
  await queue.whenSent(key);
  expect(queue.uploads()).toMatchObject([{ state: 'staged', staged: 'token 2' }]);
});
