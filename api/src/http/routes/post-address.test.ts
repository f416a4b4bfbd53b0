import { readDefaultContent } from 'fixtures/default-content';
import { expect, test } from 'vitest';
import { git } from '../../../test/git.ts';
import { startTestServer } from '../../../test/start-test-server.ts';

test('a save keeps the aliases of a post', async () => {
  const own = '---\ntitle: Tides\naliases:\n  - /2019/05/tides.html # from Jekyll\n---\n\nText\n';
  const files = new Map([
    ...(await readDefaultContent()),
    ['posts/tides.md', Buffer.from(own)] as const,
  ]);
  const { signIn, repository } = await startTestServer({ files });
  const admin = await signIn();
  const post = { title: 'Tides', content: 'Text', tags: ['sea'] };
  expect((await admin.put('/api/posts/tides', post)).status).toBe(200);
  const all = (await (await admin.get('/api/content?posts=markdown')).json()) as {
    posts: { id: string }[];
  };
  const changed = all.posts.map((one) => (one.id === 'tides' ? { ...one, title: 'Ebb' } : one));
  expect((await admin.put('/api/posts', changed)).status).toBe(200);
  const saved = git(repository, 'show', 'main:posts/tides.md');
  expect(saved).toContain('title: Ebb\naliases:\n  - /2019/05/tides.html # from Jekyll\ntags:');
});
