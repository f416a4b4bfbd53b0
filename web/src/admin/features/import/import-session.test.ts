import { expect, it } from 'vitest';
import { ApiError } from '../../../data/request.ts';
import { rowsOf } from './import-rows.ts';
import { createImport, type ImportProgress } from './import-session.ts';

const HOUR_SECONDS = 3600;
const IMAGES = 600;
const BYTES = 5_000_000;
const NO_ADDRESS = { addresses: [], page: { categories: [] } };

const imageOf = (name: string): File =>
  Object.defineProperty(new File([], name, { type: 'image/png' }), 'size', { value: BYTES });

/** Imports a post with many pictures, of which GitHub takes some; returns the progress then. */
const pauseAfter = async (accepted: number): Promise<ImportProgress> => {
  const post = { path: 'a.md', file: new File(['Text'], 'a.md') };
  const paths = Array.from({ length: IMAGES }, (_, i) => `${i}.png`);
  const images = new Map(paths.map((path) => [path, imageOf(path)]));
  const chosen = { posts: [post], images, skipped: [] };
  const preview = { file: 'a.md', post: { id: 'a', title: 'A', tags: [], hidden: false } };
  const previews = new Map([
    [post, { ...preview, links: paths, shown: [], covers: [], warnings: [], ...NO_ADDRESS }],
  ]);
  let staged = 0;
  const session = createImport(chosen, {
    call: (call) => call(),
    stage: ({ name }) => {
      staged += 1;
      if (staged <= accepted)
        return Promise.resolve({
          staged: name,
          filename: name,
          mimetype: 'image/png',
          size: BYTES,
        });
      const later = { status: 503, code: 'RateLimited', retryAfter: HOUR_SECONDS } as const;
      return Promise.reject(new ApiError('Later', later));
    },
    onResponse: () => undefined,
  });
  const stop = new AbortController();
  return new Promise((resolve) => {
    const onProgress = (progress: ImportProgress) => {
      if (!progress.pause) return;
      resolve(progress);
      stop.abort();
    };
    session
      .send(rowsOf(chosen, previews, new Set()), { signal: stop.signal, onProgress })
      .catch(() => undefined);
  });
};

it('says when an import goes on that GitHub stops, and is probably done', async () => {
  const { sent, pause } = await pauseAfter(60);
  const wait = (time = 0) => Math.round((time - Date.now()) / (HOUR_SECONDS * 1000));
  expect([sent, wait(pause?.until), wait(pause?.end)]).toEqual([60 * BYTES, 1, 10]);
});

it('does not guess when an import is done of which nothing is sent', async () => {
  expect((await pauseAfter(0)).pause?.end).toBeUndefined();
});
