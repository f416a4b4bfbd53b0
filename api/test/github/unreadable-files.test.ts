import { setupServer } from 'msw/node';
import { expect, test, vi } from 'vitest';
import { readToEdit } from '../read-to-edit.ts';
import { githubTestServers } from '../start-github-test-server.ts';

const startGitHub = githubTestServers(setupServer());

/** The smallest possible GIF. */
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

test('a problem at GitHub has the URL of its file', async () => {
  const files = { 'posts/a b.mdx': '', 'profile.json': '{\n' };
  const { signIn } = await startGitHub({ files });
  const { problems = [] } = await readToEdit(await signIn());
  expect(problems.map(({ url }) => url)).toEqual([
    'https://github.com/ada/site/blob/main/profile.json?plain=1#L2',
    'https://github.com/ada/site/blob/main/posts/a%20b.mdx',
  ]);
});

test('an image that is another binary file is a problem once it was measured in the background', async () => {
  const files = {
    'photos/zip.avif': Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0'), Buffer.alloc(2000)]),
    'photos/dot.gif': DOT,
    'photos/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  const { signIn } = await startGitHub({ files, measuredPerHour: 1_000_000 });
  const admin = await signIn();
  expect((await readToEdit(admin)).problems).toEqual([]);
  await vi.waitFor(
    async () =>
      expect((await readToEdit(admin)).problems).toMatchObject([
        { path: 'photos/zip.avif', message: 'It is not a picture, or it is damaged' },
      ]),
    { timeout: 30_000, interval: 500 },
  );
});

test('at GitHub many images are checked by one request, and each only once', async () => {
  const images = Array.from({ length: 150 }, (_, i) => {
    const text = `<!DOCTYPE html><p>${i}</p>`.padEnd(1000);
    return [`photos/${i}.png`, i % 2 ? text : Buffer.concat([DOT, Buffer.from(text)])] as const;
  });
  const texts = { 'site.json': '{"title": "Ada", "description": "About her"}' };
  const files = { ...texts, ...Object.fromEntries(images) };
  const { github, repository, signIn } = await startGitHub({ files });
  const admin = await signIn();
  expect((await readToEdit(admin)).problems).toHaveLength(75);
  // One query for the texts and one for the images.
  expect(github.requests.count('graphql/query')).toBe(2);
  expect(github.requests.count('git/get-blob')).toBe(0);

  const mark = github.requests.mark();
  repository.push({ changes: { 'photos/one-more.png': 'None either'.repeat(100) } });
  expect((await readToEdit(admin)).problems).toHaveLength(76);
  expect([mark.count('graphql/query'), mark.count('git/get-blob')]).toEqual([1, 0]);
  const saved = github.requests.mark();
  expect((await admin.put('/api/site', (await readToEdit(admin)).site)).status).toBe(200);
  expect(saved.count('graphql/query')).toBe(0);
});
