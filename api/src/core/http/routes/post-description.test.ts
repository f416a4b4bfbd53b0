// Needs: feeds
import type { ContentSummaryResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { read } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

/** What a post says of itself in its front matter, and where that is shown. */

const SUMMARY = 'A week at sea, told by those who went, and by one who did not. '.repeat(5).trim();
const ONE = `---\ntitle: One\nsummary: ${SUMMARY}\ntags: [a]\n---\n\nHow it begins.\n`;
const TWO = '---\ntitle: Two\ndescription: In short\n---\n\nHow the other begins.\n';

test('the description of a post is shown in lists, feeds and its page, cut like an excerpt', async () => {
  const { visitor } = await startAsAdmin({ files: { 'posts/one.md': ONE, 'posts/two.md': TWO } });
  const { posts } = await read<ContentSummaryResponse>(visitor, '/api/content?posts=summary');
  const [one = '', two] = posts.map(({ excerpt }) => excerpt);
  expect(two).toBe('In short');
  expect(one.length).toBeLessThanOrEqual(221);
  expect(SUMMARY.startsWith(one.replace(/…$/, ''))).toBe(true);
  expect(one).toMatch(/\S…$/);
  const shown = { excerpt: 'In short', description: 'In short' };
  expect(await read(visitor, '/api/posts/two')).toMatchObject(shown);
  for (const [path, text] of [
    ['/feed.xml', '<![CDATA[In short]]>'],
    ['/feed.json', '"summary": "In short"'],
    ['/search-index.json', 'short'],
  ] as const) {
    expect(await (await visitor.get(path)).text()).toContain(text);
  }
});
