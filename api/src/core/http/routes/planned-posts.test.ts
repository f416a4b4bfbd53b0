// Needs: history, previews
import type { ContentResponse, Post, PreviewResponse } from 'content-schema';
import { describe, expect, test } from 'vitest';
import { bothStores } from '../../../../test/both-stores.ts';
import { compare } from '../../../../test/compared.ts';
import { json, read } from '../../../../test/responses.ts';
import { setClock } from '../../../../test/set-clock.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const NOW = '2026-11-23T10:00:00.000Z';
const MOMENT = '2026-12-01T09:00:00.000Z';
const LATER = '2026-12-02T09:30:00.000Z';

const FILES = {
  'posts/one.md': '---\r\ntitle: One\r\ndate: 2020-01-01 # then\r\n---\r\n\r\nText\r\n',
  'posts/unclear.md': '---\ntitle: Unclear\npublishDate: 01.12.2020\ndraft: false\n---\n\nText\n',
  'posts/hugo.md': '+++\ntitle = "Hugo"\npublishDate = 2027-01-01\n+++\n\nText\n',
};

describe.each(bothStores())('on $store', ({ open }) => {
  const start = async () => {
    setClock(NOW);
    const web = await testWebApp();
    const { site, admin, visitor } = await open(FILES, { web, contentMaxAgeSeconds: 30 });
    return {
      site,
      admin,
      visitor,
      file: async (id: string) => (await site.texts())[`posts/${id}.md`] ?? '',
      status: async (id: string) => (await visitor.get(`/blogs/${id}`)).status,
      save: async (id: string, body: object): Promise<Post> => {
        const response = await admin.put(`/api/posts/${id}`, body);
        expect(response.status).toBe(200);
        return json(response);
      },
    };
  };

  test('a plan is saved as one line, named in the commit, and can be changed and removed', async () => {
    const { site, file, save, status } = await start();
    const planned = await save('one', { publishDate: MOMENT });
    expect(planned).toMatchObject({ publishDate: MOMENT, createdAt: '2020-01-01T00:00:00.000Z' });
    const dates = `updatedAt: ${planned.updatedAt}\r\npublishDate: ${MOMENT}\r\n`;
    expect(await file('one')).toBe(
      FILES['posts/one.md'].replace('# then\r\n', `# then\r\n${dates}`),
    );
    expect(await status('one')).toBe(404);
    // What is not sent stays.
    await save('one', { title: 'Renamed' });
    await save('one', { publishDate: LATER, content: 'Another text' });
    await save('one', { publishDate: null });
    expect(await status('one')).toBe(200);
    await save('two', { title: 'Two', content: 'Text', publishDate: MOMENT });
    await save('two', { hidden: true });
    await save('two', { publishDate: LATER });
    await save('two', { publishDate: '', expiryDate: LATER });
    expect(site.subjects().slice(0, 8).reverse()).toEqual([
      'Plan post "One" for 1 December 2026, 09:00 UTC',
      'Update post "Renamed": title',
      'Plan post "Renamed" for 2 December 2026, 09:30 UTC',
      'Publish post "Renamed"',
      'Plan post "Two" for 1 December 2026, 09:00 UTC',
      'Hide post "Two"',
      'Update post "Two": publication',
      'Update post "Two": publication, expiry',
    ]);
  });

  test('a post without another date is published at once when its plan is removed', async () => {
    const { file, save, status } = await start();
    expect(await status('hugo')).toBe(404);
    await save('hugo', { publishDate: '2026-12-24T00:00:00Z' });
    expect(await file('hugo')).toMatch(/publishDate = 2026-12-24[T ]00:00:00(\.000)?Z\n/);
    expect(await file('hugo')).toContain('\ndate = 2027-01-01');
    await save('hugo', { publishDate: null });
    expect(await file('hugo')).toContain(`\ndate = ${NOW}`);
    expect(await file('hugo')).not.toContain('publishDate');
    expect(await status('hugo')).toBe(200);
  });

  test('a plan that can not be read hides the post, until it is corrected', async () => {
    const { admin, file, save, status } = await start();
    const problems = async () =>
      (await read<ContentResponse>(admin, '/api/content?posts=summary')).problems;
    const message = 'is no date such as 2027-12-01 or 2027-12-01T09:00:00Z, so the post is hidden';
    expect(await problems()).toMatchObject([
      { path: 'posts/unclear.md', line: 3, message: `"publishDate" ${message}` },
    ]);
    for (const [change, plan, expected] of [
      [{ title: 'Still unclear' }, '01.12.2020', 404],
      [{ publishDate: '2020-12-01T00:00:00Z' }, '2020-12-01T00:00:00Z', 404],
      [{ hidden: false }, '2020-12-01T00:00:00Z', 200],
    ] as const) {
      await save('unclear', change);
      expect(await file('unclear')).toContain(`publishDate: ${plan}\n`);
      expect(await status('unclear')).toBe(expected);
    }
    expect(await problems()).toEqual([]);
  });

  test('a planned post has a preview link until it is public, and a past of its own', async () => {
    const { admin, site, save, visitor } = await start();
    await save('one', { publishDate: MOMENT });
    const planned = await site.head();
    const body = { of: 'post', name: 'one', hours: 24 * 30 };
    const { url } = await json<PreviewResponse>(admin.post('/api/admin/previews', body));
    const preview = `${new URL(url).pathname}blogs/one`;
    expect(await (await visitor.get(preview)).text()).toContain('Text');
    setClock(MOMENT);
    expect((await visitor.get(preview)).headers.get('location')).toBe('/blogs/one');
    const later = await site.signIn();
    await later.put('/api/posts/other', { title: 'Other', content: 'Text' });
    // What was not public then is not shown in the site of then.
    expect((await later.get(`/past/${planned}/blogs/one`)).status).toBe(404);
    expect((await compare(later, { from: planned })).changes).toEqual([
      { kind: 'post', status: 'added', id: 'one', title: 'One' },
      { kind: 'post', status: 'added', id: 'other', title: 'Other' },
    ]);
  });
});
