import type { ContentResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { describe, expect, test } from 'vitest';
import { bothStores } from '../../../test/both-stores.ts';
import { json } from '../../../test/responses.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const photo = await samplePhoto('lighthouse.png');

/** A post in YAML that shows a picture. */
const post = (picture: string, ...lines: string[]) =>
  ['---', ...lines, '---', '', `![A lamp](${picture})`, ''].join('\n');
const date = 'date: 2019-05-04';
const title = 'title: The Far Sea';

interface Kind {
  readonly files: Readonly<Record<string, string>>;
  /** The file of the post that everybody sees, and where the generator serves it. */
  readonly path: string;
  readonly addresses: readonly string[];
  readonly picture: string;
  /** The ids of the other public posts. */
  readonly others?: readonly string[];
  /** The line that hides the post. */
  readonly hiding: string;
  /** Where a new post `tides` of this day is written. */
  readonly newPost: string;
  /** How its line with the date begins, if others of its repository have a key of their own. */
  readonly dating?: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  Hugo: {
    files: {
      'config.toml':
        'baseURL = "https://example.com/sea"\ntitle = "Sea"\n[permalinks]\nblog = "/p/:slug/"\n',
      'content/_index.md': '',
      'content/blog/boat.md': post('boat/lamp.png', title, date),
      'content/blog/boat.de.md': post('boat/lamp.png', 'title: Das Meer', date),
      'content/blog/later.md': post('', 'title: Later', 'date: 2999-01-01'),
      ...Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [`content/talks/${name}/index.md`, post('', 'title: Talk')]),
      ),
      'content/it/draft.md': post('', 'title: Draft', 'draft: true'),
    },
    path: 'content/blog/boat.md',
    addresses: ['/p/the-far-sea/', '/sea/p/the-far-sea/', '/talks/b/'],
    picture: 'content/blog/boat/lamp.png',
    others: ['a', 'b', 'boat.de', 'c'],
    hiding: 'draft: true',
    newPost: 'content/blog/tides.md',
  },
  Jekyll: {
    files: {
      '_config.yml': 'title: Sea\ncollections:\n  posts:\n    permalink: /:categories/:title/\n',
      'blog/_posts/2019-05-03-boat.md': post('/img/lamp.png', title, date, 'slug: far'),
      'blog/_posts/2999-01-01-later.md': post('', 'title: Later'),
      '_drafts/idea.md': 'Idea',
    },
    path: 'blog/_posts/2019-05-03-boat.md',
    addresses: ['/blog/far/'],
    picture: 'img/lamp.png',
    hiding: 'published: false',
    newPost: 'blog/_posts/:date-tides.md',
  },
  Astro: {
    files: {
      'astro.config.mjs': "export default { site: 'https://example.com', base: '/sea' };\n",
      'src/data/post/2019/Far Boat.md': post(
        '../../../assets/lamp.png',
        title,
        'pubDatetime: 2019-05-04',
      ),
      'src/data/post/draft.md': post('', 'title: Draft', 'draft: true'),
      'src/pages/writing/[...slug].astro': '',
      'src/pages/tags/[tag].astro': '',
      'src/components/readme.md': 'Text',
    },
    path: 'src/data/post/2019/Far Boat.md',
    addresses: ['/writing/2019/far-boat/', '/sea/writing/2019/far-boat'],
    picture: 'src/assets/lamp.png',
    hiding: 'draft: true',
    newPost: 'src/data/post/tides.md',
    dating: 'pubDatetime:',
  },
  Eleventy: {
    files: {
      'eleventy.config.js': "export default { dir: { input: 'site' } };\n",
      'site/blog/2019-05-04-boat.md': post('/img/lamp.png', title),
      'site/blog/blog.11tydata.js':
        'export default { permalink: ({ page }) => `/w/${page.fileSlug}/` };\n',
      'site/links/links.json': '{ "permalink": false }\n',
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`site/links/${name}.md`, 'A link'])),
    },
    path: 'site/blog/2019-05-04-boat.md',
    addresses: ['/w/boat/'],
    picture: 'site/img/lamp.png',
    hiding: 'permalink: false\neleventyExcludeFromCollections: true',
    newPost: 'site/blog/tides.md',
  },
  'Eleventy with drafts': {
    files: {
      '.eleventy.js': 'export default (config) => config.ignores((data) => data.draft);\n',
      '_posts/2019-05-04-boat.md': post('/img/lamp.png', title),
    },
    path: '_posts/2019-05-04-boat.md',
    addresses: ['/_posts/boat/'],
    picture: 'img/lamp.png',
    hiding: 'draft: true',
    newPost: '_posts/:date-tides.md',
  },
  Zola: {
    files: {
      'config.toml': 'base_url = "https://example.com"\ntitle = "Sea"\n',
      'content/2019-05-04-boat-1.5/index.md': post('lamp.png', title),
      'content/ship.md':
        '+++\ntitle = "Ship"\ndate = 2019-05-03\npath = "ships/first"\n+++\n\nText\n',
      'content/draft.md': '+++\ntitle = "Draft"\ndraft = true\n+++\n\nText\n',
    },
    path: 'content/2019-05-04-boat-1.5/index.md',
    addresses: ['/boat-1-5/', '/ships/first'],
    picture: 'content/2019-05-04-boat-1.5/lamp.png',
    others: ['ship'],
    hiding: 'draft: true',
    newPost: 'content/tides.md',
  },
  Hexo: {
    files: {
      '_config.yml':
        'title: Sea\npermalink: :year/:title/\nnew_post_name: :year-:month-:day-:title.md\n',
      'source/_posts/2019-05-04-boat.md': post('lamp.png', title),
      'source/_posts/2019-01-01-hidden.md': post('', 'title: Hidden', 'published: false'),
    },
    path: 'source/_posts/2019-05-04-boat.md',
    addresses: ['/2019/boat/'],
    picture: 'source/_posts/2019-05-04-boat/lamp.png',
    hiding: 'published: false',
    newPost: 'source/_posts/:date-tides.md',
  },
  Pelican: {
    files: {
      'pelicanconf.py':
        "SITENAME = 'Sea'\nPATH = 'texts'\nARTICLE_URL = '{category}/{date:%Y-%m}/{slug}.html'\n",
      'texts/Long Ago/boat.md': 'Title: The Far Sea\nDate: 2019-05-04\n\n![](/images/lamp.png)\n',
      'texts/draft.md': 'Title: Draft\nStatus: draft\n\nText\n',
    },
    path: 'texts/Long Ago/boat.md',
    addresses: ['/long-ago/2019-05/the-far-sea.html'],
    picture: 'texts/images/lamp.png',
    hiding: 'Status: draft',
    newPost: 'texts/tides.md',
  },
  Markdown: {
    files: {
      'package.json': '{}',
      'docs/guide.md': 'Text',
      'content/blog/2019-05-04-boat.md': post('../images/lamp.png', title),
      'content/blog/draft.md': post('', 'title: Draft', 'isDraft: true'),
    },
    path: 'content/blog/2019-05-04-boat.md',
    addresses: ['/blog/2019-05-04-boat', '/2019-05-04-boat/', '/blog/2019/05/04/boat.html'],
    picture: 'content/images/lamp.png',
    hiding: 'isDraft: true',
    newPost: 'content/blog/tides.md',
  },
};

describe.each(bothStores())('on $store', ({ open }) => {
  test.each(Object.keys(KINDS))(
    '%s: posts, addresses, pictures, and what is written',
    async (kind) => {
      const {
        files,
        path,
        addresses,
        picture,
        others = [],
        hiding,
        newPost,
        dating = '',
      } = KINDS[kind]!;
      const web = await testWebApp();
      const { site, visitor, admin } = await open({ ...files, [picture]: photo }, { web });
      const before = await site.texts();
      const { posts } = await json<ContentResponse>(await visitor.get('/api/content'));
      const shown = posts.find(({ title: name }) => name === 'The Far Sea');
      expect(posts.map(({ id }) => id).sort()).toEqual([...others, shown?.id].sort());
      expect(shown?.createdAt).toBe('2019-05-04T00:00:00.000Z');
      const [, src = ''] = /src="(\/photos\/[^"?]+)/.exec(shown?.contentHtml ?? '') ?? [];
      expect((await visitor.get(src)).headers.get('content-type')).toBe('image/png');
      for (const address of addresses) {
        expect([address, (await visitor.get(address)).status]).toEqual([address, 301]);
      }
      const changed = async () => {
        const now = Object.entries(await site.texts());
        return now.filter(([name, text]) => before[name] !== text);
      };
      await admin.delete(`/api/posts/${shown?.id}`);
      expect(Object.keys(await site.texts())).not.toContain(path);
      await admin.post(`/api/history/${await site.head()}/undo`, { decisions: [] });
      expect(await site.texts()).toEqual(before);
      await admin.patch(`/api/posts/${shown?.id}/visibility`, { hidden: true });
      const [[written, text] = ['', '']] = await changed();
      expect([written, text.split(`${hiding}\n`).join('')]).toEqual([path, before[path]]);
      const tides = { title: 'Tides', content: 'Text', tags: ['sea'] };
      expect((await admin.put('/api/posts/tides', tides)).ok).toBe(true);
      const today = new Date().toISOString().slice(0, 10);
      expect((await changed()).map(([name]) => name).sort()).toEqual(
        [path, newPost.replace(':date', today)].sort(),
      );
      expect((await site.texts())[newPost.replace(':date', today)]).toContain(dating);
    },
  );
});
