import type { ContentHeadingsResponse, ContentResponse, PostSource } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { describe, expect, test } from 'vitest';
import { bothStores } from '../../../test/both-stores.ts';
import { json } from '../../../test/responses.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const photo = await samplePhoto('lighthouse.png');

const JEKYLL = {
  '_config.yml': 'title: Tides\ndescription: Of the sea\npermalink: /:year/:title.html\n',
  'README.md': '# Tides\n',
  'index.html': '<p>Hi</p>',
  'about.md': '---\ntitle: About\n---\n\nMe.\n',
  '_posts/2019-05-04-boat.md': '---\ntitle: Boat\ntags: sea\n---\n\n![A lamp](/assets/lamp.png)\n',
  '_posts/2020-01-02-oars.md':
    '---\nlayout: post\ntitle: "Oars" # wood\n---\n\nSee [it]({% post_url 2019-05-04-boat %}).\n',
  '_posts/2999-01-01-later.md': '---\ntitle: Later\n---\n\nLater.\n',
  '_drafts/idea.md': 'Idea\n',
  'assets/lamp.png': photo,
};
const OARS = '_posts/2020-01-02-oars.md';

describe.each(bothStores())('on $store', ({ open }) => {
  test('a Jekyll blog is shown where its files lie', async () => {
    const { site, visitor, admin } = await open(JEKYLL, { web: await testWebApp() });
    const before = await site.texts();
    const { posts, site: shown } = await json<ContentResponse>(await visitor.get('/api/content'));
    expect(shown).toMatchObject({ title: 'Tides', description: 'Of the sea' });
    expect(posts.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      ['oars', '2020-01-02T00:00:00.000Z'],
      ['boat', '2019-05-04T00:00:00.000Z'],
    ]);
    expect(posts[0]?.contentHtml).toContain('href="/blogs/boat"');
    expect(posts[1]?.contentHtml).toMatch(/src="\/photos\/assets~lamp\.png\//);
    const leadsTo = async (path: string) => (await visitor.get(path)).headers.get('location');
    expect(await leadsTo('/2019/boat.html')).toBe('/blogs/boat');
    expect(await leadsTo('/assets/lamp.png')).toBe('/photos/assets~lamp.png');
    expect((await visitor.get('/api/posts/page:about')).status).toBe(200);
    const all = await json<ContentHeadingsResponse>(await admin.get('/api/content?posts=headings'));
    expect(all.problems).toEqual([]);
    expect(await site.texts()).toEqual(before);
  });

  test('an edit changes only its lines, in the words of the repository', async () => {
    const { site, admin } = await open(JEKYLL);
    const before = await site.texts();
    const changed = async () =>
      Object.entries(await site.texts()).filter(([path, text]) => before[path] !== text);
    const head = (lines: string) => JEKYLL[OARS].replace(' # wood\n', ` # wood\n${lines}`);
    await admin.patch('/api/posts/oars/visibility', { hidden: true });
    expect(await changed()).toEqual([[OARS, head('published: false\n')]]);
    const post = await json<PostSource>(await admin.get('/api/posts/oars?posts=markdown'));
    await admin.put('/api/posts/oars', { ...post, title: 'Two oars', hidden: false });
    const renamed = head('published: true\n').replace('Oars', 'Two oars');
    expect(await changed()).toEqual([[OARS, renamed]]);
  });
});
