import type {
  ContentHeadingsResponse,
  ContentResponse,
  ErrorResponseBody,
  LayoutCalls,
  PostSource,
} from 'content-schema';
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
const HUGO = {
  'hugo.toml': 'title = "Tides"\n',
  'content/about.md': '---\ntitle: About\n---\n\nMe.\n',
  'content/posts/boat/index.md': '---\ntitle: Boat\ndate: 2019-05-04\n---\n\n![](cat.png)\n',
  'content/posts/boat/index.de.md': '---\ntitle: Boot\ndate: 2019-05-04\n---\n\n![](cat.png)\n',
  'content/posts/boat/cat.png': photo,
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

  test('a text is moved with its folder, and any act is undone to the same files', async () => {
    const { site, admin } = await open({ ...HUGO, 'content/posts/boat/oars.txt': 'Oars' });
    const first = await site.texts();
    const undone = async (act: Promise<Response>, ...written: string[]) => {
      expect((await act).status).toBe(200);
      expect(Object.keys(await site.texts())).toEqual(expect.arrayContaining(written));
      await admin.post(`/api/history/${await site.head()}/undo`, { decisions: [] });
      expect(await site.texts()).toEqual(first);
    };
    const move = admin.post('/api/admin/posts/boat/address', { id: 'ship' });
    const ship = ['index.md', 'index.de.md', 'cat.png', 'oars.txt'].map(
      (name) => `content/posts/ship/${name}`,
    );
    await undone(move, ...ship);
    const created = admin.put('/api/posts/sail', { title: 'Sail', content: 'New', tags: ['sea'] });
    await undone(created, 'content/posts/sail/index.md');
    await undone(admin.delete('/api/posts/boat?posts=headings'));
    await undone(admin.patch('/api/posts/boat.de/visibility', { hidden: true }));
  });

  test('a post of Eleventy keeps its permalink', async () => {
    const post = '---\ntitle: Boat\npermalink: /sea/\n---\n\nText\n';
    const { site, admin } = await open({ '.eleventy.js': '', '_posts/boat.md': post });
    const hidden = await admin.patch('/api/posts/boat/visibility', { hidden: true });
    expect([hidden.status, (await site.texts())['_posts/boat.md']]).toEqual([422, post]);
  });

  test('the owner corrects what was found, in one file', async () => {
    const { site, admin } = await open({ ...JEKYLL, 'notes/tide.md': '# Tide\n' });
    const before = await site.texts();
    const ids = async () =>
      (await json<ContentResponse>(await admin.get('/api/content'))).posts.map(({ id }) => id);
    const put = (correction: object, isCorrected = true) =>
      json<ErrorResponseBody>(admin.put('/api/admin/layout', { ...correction, isCorrected }));
    const read = async () =>
      (
        await json<LayoutCalls['GET /admin/layout']['response']>(
          await admin.get('/api/admin/layout'),
        )
      ).layout;
    expect(await read()).toMatchObject({ isCorrected: false, newPost: '_posts/:date-:id.md' });
    const wrong = { posts: ['/notes'], media: { img: '/' }, newPost: 'a.md' };
    const { issues } = await put(wrong);
    expect(issues?.map(({ path }) => path)).toEqual(['posts', 'media', 'newPost']);
    await put({ posts: ['notes/'] });
    await put({ newPhoto: 'img/' });
    expect(await ids()).toEqual(expect.arrayContaining(['tide']));
    expect(await ids()).not.toContain('boat');
    const { description, isCorrected } = (await read()) ?? {};
    expect([description, isCorrected]).toEqual([expect.stringContaining('1 post in notes/'), true]);
    const { '.site/layout.json': file = '', ...others } = await site.texts();
    expect([JSON.parse(file), others]).toEqual([{ posts: ['notes/'], newPhoto: 'img/' }, before]);
    await put({}, false);
    expect(await site.texts()).toEqual(before);
    expect(await ids()).toContain('boat');
  });

  test('a post is read for editing with the addresses that it is shown with', async () => {
    const { admin } = await open(JEKYLL);
    const shownAs = async (id: string) =>
      (await json<PostSource>(await admin.get(`/api/posts/${id}?posts=markdown`))).shownAs;
    expect(await shownAs('boat')).toEqual({ '/assets/lamp.png': '/photos/assets~lamp.png' });
    expect(await shownAs('oars')).toEqual({ '{% post_url 2019-05-04-boat %}': '/blogs/boat' });
  });

  test('names that mean something in an expression are only names', async () => {
    const text = '---\ntitle: A\n---\n\nText\n';
    const names = ['a', 'b', 'c', 'c.de'].map((name) => `src/content/c++/${name}.md`);
    const files = {
      'astro.config.mjs': "export default {\n  lang: '(',\n};\n",
      'src/pages/[...slug].astro': '',
      ...Object.fromEntries(names.map((path) => [path, text])),
      '.site/layout.json': '{"languages": ["(x+x+)+y", "(", "de"]}',
    };
    const { visitor } = await open(files);
    const { posts } = await json<ContentResponse>(await visitor.get('/api/content'));
    expect(posts.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'c.de']);
  });
});
