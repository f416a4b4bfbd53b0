// Needs: history
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import { readContent, subjectsOf } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const LINKS = 300;

test('a post that 300 others link to is moved by one push, and each diff is one line', async () => {
  const linking = Array.from({ length: LINKS }, (_, index) => `posts/post-${index}.md`);
  const text = (index: number): string =>
    `---\ntitle: Post ${index}\n---\n\nFirst line\n\nSee [it](/blogs/tides "Tides") again.\n\nLast\n`;
  const files = new Map([
    ['posts/tides.md', Buffer.from('---\ntitle: Tides\n---\n\nText\n')],
    ...linking.map((path, index): [string, Buffer] => [path, Buffer.from(text(index))]),
  ]);
  const { signIn, github, repository } = await startGitHubTestServer({ files });
  const admin = await signIn();
  await readContent(admin);
  const mark = github.requests.mark();
  const response = await admin.post('/api/admin/posts/tides/address', { id: 'ebb' });
  expect(response.status).toBe(200);
  expect(mark.requests().map(({ operation }) => operation)).toEqual(['graphql/query', 'push']);
  const [subject] = subjectsOf(repository);
  expect(subject).toBe('Move post "Tides" to /blogs/ebb');

  const stored = repository.files();
  expect(stored.has('posts/tides.md')).toBe(false);
  expect(stored.get('posts/ebb.md')?.toString()).toBe(
    '---\ntitle: Tides\naliases:\n  - /blogs/tides\n---\n\nText\n',
  );
  for (const [index, path] of linking.entries()) {
    expect(stored.get(path)?.toString()).toBe(text(index).replace('/blogs/tides', '/blogs/ebb'));
  }

  const commit = response.headers.get('saved-commit') ?? '';
  expect((await admin.post(`/api/history/${commit}/undo`, { decisions: [] })).status).toBe(200);
  expect(repository.files()).toEqual(files);
});
