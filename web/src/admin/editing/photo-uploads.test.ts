import { uploadMessages } from 'content-schema';
import { expect, it } from 'vitest';
import type { SendPhoto } from '../../data/photos.ts';
import { ApiError } from '../../data/request.ts';
import { createPhotoUploads, type PhotoUploadQueue } from './photo-uploads.ts';

const file = (name: string, type = 'image/png') => new File(['?'], name, { type });
const photo = (id: string) => ({ id, key: id, filename: id, mimetype: 'image/png', size: 1 });

const ended = (queue: PhotoUploadQueue): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queue.uploads().every(({ state }) => !['waiting', 'sending'].includes(state))) resolve();
    };
    queue.subscribe(look);
    look();
  });

const states = (queue: PhotoUploadQueue) => queue.uploads().map(({ state }) => state);

it('sends three at a time, and leaves a file of unknown type to the server', async () => {
  let underWay = 0;
  let most = 0;
  const send: SendPhoto = async ({ name }) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 5));
    underWay -= 1;
    return photo(name);
  };
  const queue = createPhotoUploads(send);
  queue.add(Array.from({ length: 11 }, (_, index) => ({ file: file(`${index}.avif`, '') })));
  expect(states(queue).every((state) => state === 'waiting' || state === 'sending')).toBe(true);
  await ended(queue);
  expect(most).toBe(3);
  expect(queue.uploads().map(({ photo: stored }) => stored?.id)).toEqual(
    Array.from({ length: 11 }, (_, index) => `${index}.avif`),
  );
});

it('spares the way to the server to what is no picture or too large, for good', () => {
  const queue = createPhotoUploads(() => Promise.reject(new Error('It was sent')));
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' });
  queue.add([{ file: file('notes.pdf', 'application/pdf') }, { file: large }]);
  expect(queue.uploads()).toMatchObject([
    { state: 'failed', canRetry: false, problem: uploadMessages.type },
    { state: 'failed', canRetry: false, problem: 'The file is larger than 10 MB' },
  ]);
});

it('retries under the same key what may succeed, and not what the server refused', async () => {
  const keys: string[] = [];
  let answer: () => Promise<ReturnType<typeof photo>> = () => Promise.reject(new TypeError());
  const queue = createPhotoUploads((_, { idempotencyKey }) => {
    keys.push(idempotencyKey);
    return answer();
  });
  queue.add([{ file: file('a.png') }]);
  const [{ key } = { key: '' }] = queue.uploads();
  await ended(queue);
  expect(queue.uploads()).toMatchObject([
    { state: 'failed', canRetry: true, problem: 'Upload failed' },
  ]);
  answer = () => Promise.reject(new ApiError('Busy', { status: 503 }));
  queue.retry(key);
  await ended(queue);
  expect(queue.uploads()).toMatchObject([{ canRetry: true, problem: 'Busy' }]);
  answer = () => Promise.reject(new ApiError('No picture', { status: 415 }));
  queue.retry(key);
  await ended(queue);
  expect(queue.uploads()).toMatchObject([{ canRetry: false, problem: 'No picture' }]);
  expect(keys).toEqual([key, key, key]);
});

it('ends what is cancelled, whatever the server says later, and sends it again when asked', async () => {
  const answers: ((stored: ReturnType<typeof photo>) => void)[] = [];
  const queue = createPhotoUploads(() => new Promise((resolve) => answers.push(resolve)));
  queue.add([{ file: file('a.png') }]);
  const [{ key } = { key: '' }] = queue.uploads();
  queue.cancel(key);
  expect(states(queue)).toEqual(['cancelled']);
  queue.retry(key);
  answers[0]?.(photo('early'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(states(queue)).toEqual(['sending']);
  answers[1]?.(photo('late'));
  await ended(queue);
  expect(queue.uploads()).toMatchObject([{ state: 'stored', photo: { id: 'late' } }]);
});
