// Needs: import
import type { ImportResponse } from 'content-schema';
import { secondaryLimit, type Fault, type RequestKind } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { git } from '../git.ts';
import { formOf, IMPORT } from '../import-form.ts';
import { photoForm } from '../photo-form.ts';
import { json } from '../responses.ts';
import { githubTestServers } from '../start-github-test-server.ts';
import { testFolder } from '../test-folder.ts';
import { rename, storedName, subjectsOf } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const PHOTOS = 600;
const POSTS = 40;
const PER_POST = PHOTOS / POSTS;
const MINUTE_MS = 60_000;
const LONG = 'A long text. '.repeat(1_500);

const WRITES: readonly RequestKind[] = [
  ...(['git/create-blob', 'git/create-tree', 'git/create-commit', 'git/update-ref'] as const),
  ...(['graphql/mutation', 'push'] as const),
];

/** A GIF of one pixel, whose color is the number. */
const photo = (color: number): Buffer => {
  const start = Buffer.from('47494638396101000100800000', 'hex');
  const colors = Buffer.from([color >> 8, color & 255, 0, 0, 0, 0]);
  return Buffer.concat([start, colors, Buffer.from('2c00000000010001000002024401003b', 'hex')]);
};

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
const realLimits = (refused: Date[]): Fault => {
  const times: number[] = [];
  return {
    name: 'the limits of GitHub',
    happen: (exchange, proceed) => {
      const now = Date.now();
      const since = (ms: number) => times.filter((time) => time > now - ms).length;
      times.push(now);
      if (since(MINUTE_MS) <= 80 && since(60 * MINUTE_MS) <= 500) return proceed();
      refused.push(new Date(now));
      return secondaryLimit({ retryAfter: 60 }).happen(exchange, proceed);
    },
  };
};

test('600 photos and 40 long posts are imported within the limits of GitHub, and every save meanwhile is made', async () => {
  const { signIn, github, repository } = await startGitHubTestServer();
  const admin = await signIn();
  const refused: Date[] = [];
  github.faults.set(realLimits(refused), { on: WRITES });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const start = Date.now();
  let saves = 0;
  const saveProfile = async (): Promise<void> => {
    saves += 1;
    const began = performance.now();
    expect((await rename(admin, `Name ${saves}`)).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(25_000);
  };
  const photos: string[] = [];
  while (photos.length < PHOTOS) {
    const body = photoForm(`p${photos.length}.gif`, photo(photos.length));
    const response = await admin.request('POST', '/api/admin/uploads/staged', { body });
    const { staged } = (await response.json()) as { staged: string };
    if (response.status === 201) {
      photos.push(staged);
      vi.setSystemTime(Date.now() + 300);
      continue;
    }
    expect(response.status).toBe(503);
    // As the browser does; the owner works meanwhile.
    const end = Date.now() + Number(response.headers.get('retry-after')) * 1000;
    while (Date.now() < end) {
      await saveProfile();
      vi.setSystemTime(Math.min(end, Date.now() + 5 * MINUTE_MS));
    }
  }
  const files = Array.from({ length: POSTS }, (_, post): [string, string] => {
    const shown = Array.from({ length: PER_POST }, (__, i) => `![](${post * PER_POST + i}.gif)`);
    return [`post-${post}.md`, `# Post ${post}\n\n${shown.join('\n')}\n\n${LONG}`];
  });
  const links = photos.map((_, i) => ({
    ...{ file: Math.floor(i / PER_POST), address: `${i}.gif`, photo: i },
  }));
  const before = new Map(repository.files());
  const mark = github.requests.mark();
  const body = formOf(files, { links: { photos, links }, posts: 'headings' });
  const { count } = await json<ImportResponse>(admin.request('POST', IMPORT, { body }));
  expect(count).toBe(POSTS);
  expect(WRITES.flatMap((kind) => mark.requests(kind)).map(({ operation }) => operation)).toEqual([
    'push',
  ]);
  expect(subjectsOf(repository)[0]).toBe('Import 40 posts with 600 photos');
  expect(repository.files().size).toBe(before.size + POSTS + 2 * PHOTOS);
  await saveProfile();
  expect(storedName(repository)).toBe(`Name ${saves}`);
  expect(refused).toEqual([]);
  expect(saves).toBeGreaterThan(10);
  expect(Date.now() - start).toBeLessThan(90 * MINUTE_MS);
  const folder = await testFolder();
  await repository.writeToDisk(folder);
  expect(git(folder, 'fsck', '--strict', '--no-dangling')).toBe('');
});
