import type { ContentResponse, ErrorResponseBody, Post } from 'content-schema';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { compare } from '../../../../test/compared.ts';
import { subjectsOf as localSubjects, git } from '../../../../test/git.ts';
import { subjectsOf } from '../../../../test/github/edits.ts';
import type { RunningApp } from '../../../../test/run-app.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const MOMENT = '2026-12-01T09:00:00.000Z';
const LATER = '2026-12-02T09:30:00.000Z';

const setClock = (time: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: time });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

const FILES = new Map([
  [
    'posts/one.md',
    Buffer.from('---\r\ntitle: One\r\ndate: 2020-01-01 # then\r\n---\r\n\r\nText\r\n'),
  ],
  [
    'posts/unclear.md',
    Buffer.from('---\ntitle: Unclear\npublishDate: 01.12.2020\ndraft: false\n---\n\nText\n'),
  ],
  ['posts/hugo.md', Buffer.from('+++\ntitle = "Hugo"\npublishDate = 2027-01-01\n+++\n\nText\n')],
]);

interface Site extends RunningApp {
  readonly subjects: () => string[];
  readonly file: (id: string) => string;
}

const startAtGitHub = githubTestServers(setupServer());

const START: Record<'local' | 'GitHub', () => Promise<Site>> = {
  local: async () => {
    const app = await startTestServer({ files: FILES, web: await testWebApp() });
    return {
      ...app,
      subjects: () => localSubjects(app.repository),
      file: (id) => git(app.repository, 'show', `main:posts/${id}.md`),
    };
  },
  GitHub: async () => {
    const app = await startAtGitHub({ files: FILES, web: await testWebApp() });
    return {
      ...app,
      subjects: () => subjectsOf(app.repository),
      file: (id) => Buffer.from(app.repository.files().get(`posts/${id}.md`) ?? []).toString(),
    };
  },
};

describe.each(['local', 'GitHub'] as const)('%s', (store) => {
  test('a plan is saved as one line, named in the commit, and can be changed and removed', async () => {
    setClock(NOW);
    const { signIn, visitor, subjects, file } = await START[store]();
    const admin = await signIn();
    const save = async (id: string, body: object): Promise<Post> => {
      const response = await admin.put(`/api/posts/${id}`, body);
      expect(response.status).toBe(200);
      return (await response.json()) as Post;
    };
    const planned = await save('one', { publishDate: MOMENT });
    expect(planned).toMatchObject({ publishDate: MOMENT, createdAt: '2020-01-01T00:00:00.000Z' });
    expect(file('one')).toBe(
      [
        ...['---', 'title: One', 'date: 2020-01-01 # then', `updatedAt: ${planned.updatedAt}`],
        ...[`publishDate: ${MOMENT}`, '---', '', 'Text', ''],
      ].join('\r\n'),
    );
    expect((await visitor.get('/blogs/one')).status).toBe(404);
    // What is not sent stays.
    await save('one', { title: 'Renamed' });
    await save('one', { publishDate: LATER, content: 'Another text' });
    await save('one', { publishDate: null });
    expect((await visitor.get('/blogs/one')).status).toBe(200);
    await save('two', { title: 'Two', content: 'Text', publishDate: MOMENT });
    await save('two', { hidden: true });
    await save('two', { publishDate: LATER });
    await save('two', { publishDate: '', expiryDate: LATER });
    expect(subjects().slice(0, 8).reverse()).toEqual([
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
    setClock(NOW);
    const { signIn, visitor, file } = await START[store]();
    const admin = await signIn();
    expect((await visitor.get('/blogs/hugo')).status).toBe(404);
    await admin.put('/api/posts/hugo', { publishDate: '2026-12-24T00:00:00Z' });
    expect(file('hugo')).toMatch(/publishDate = 2026-12-24[T ]00:00:00(\.000)?Z\n/);
    expect(file('hugo')).toContain('\ndate = 2027-01-01');
    await admin.put('/api/posts/hugo', { publishDate: null });
    expect(file('hugo')).toContain(`\ndate = ${new Date(NOW).toISOString()}`);
    expect(file('hugo')).not.toContain('publishDate');
    expect((await visitor.get('/blogs/hugo')).status).toBe(200);
  });

  test('dates that are none are refused, all at once', async () => {
    setClock(NOW);
    const { signIn, subjects } = await START[store]();
    const admin = await signIn();
    const body = { publishDate: 'soon', expiryDate: '2026-02-30', createdAt: '1' };
    const response = await admin.put('/api/posts/one', body);
    expect(response.status).toBe(400);
    const message = 'Dates must be ISO dates, such as 2026-01-31T12:00:00.000Z';
    expect(((await response.json()) as ErrorResponseBody).issues).toEqual(
      ['createdAt', 'publishDate', 'expiryDate'].map((path) => ({ path, message })),
    );
    expect(subjects()).toHaveLength(1);
  });

  test('a plan that can not be read hides the post, until it is corrected', async () => {
    setClock(NOW);
    const { signIn, visitor, file } = await START[store]();
    const admin = await signIn();
    const status = async () => (await visitor.get('/blogs/unclear')).status;
    const problems = async () => {
      const response = await admin.get('/api/content?posts=summary');
      return ((await response.json()) as ContentResponse).problems;
    };
    const message = 'is no date such as 2027-12-01 or 2027-12-01T09:00:00Z, so the post is hidden';
    expect(await problems()).toMatchObject([
      { path: 'posts/unclear.md', line: 3, message: `"publishDate" ${message}` },
    ]);
    expect(await status()).toBe(404);
    await admin.put('/api/posts/unclear', { title: 'Still unclear' });
    expect(file('unclear')).toContain('publishDate: 01.12.2020\n');
    expect(await status()).toBe(404);
    await admin.put('/api/posts/unclear', { publishDate: '2020-12-01T00:00:00Z' });
    expect(file('unclear')).toContain('publishDate: 2020-12-01T00:00:00Z\n');
    expect(await status()).toBe(404);
    await admin.put('/api/posts/unclear', { hidden: false });
    expect(await status()).toBe(200);
    expect(await problems()).toEqual([]);
  });

  test('a plan is merged with edits of other fields, and conflicts with another plan', async () => {
    setClock(NOW);
    const { signIn, content } = await START[store]();
    const admin = await signIn();
    const base = { 'content-revision': (await content.reader.current()).revision };
    await admin.put('/api/posts/one', { publishDate: MOMENT }, base);
    const merged = await admin.put('/api/posts/one', { title: 'Other' }, base);
    expect(await merged.json()).toMatchObject({ title: 'Other', publishDate: MOMENT });
    const rejected = await admin.put('/api/posts/one', { publishDate: LATER }, base);
    expect(rejected.status).toBe(409);
    expect(((await rejected.json()) as ErrorResponseBody).conflicts).toEqual([
      { file: 'posts/one.md', field: 'publishDate', theirs: MOMENT, mine: LATER },
    ]);
  });

  test('a plan in pasted front matter becomes the field', async () => {
    setClock(NOW);
    const { signIn, visitor, file } = await START[store]();
    const pasted = '---\ntitle: Pasted\npublish_date: 2026-12-01\n---\n\nText';
    const response = await (
      await signIn()
    ).put('/api/posts/new-post', { title: '', content: pasted });
    expect(await response.json()).toMatchObject({ extractedFrontMatter: ['title', 'publishDate'] });
    expect(file('new-post')).toContain('publishDate: 2026-12-01T00:00:00.000Z\n');
    expect((await visitor.get('/blogs/new-post')).status).toBe(404);
  });

  test('a planned post has a preview link until it is public, and a past of its own', async () => {
    setClock(NOW);
    const { signIn, visitor, content } = await START[store]();
    const admin = await signIn();
    await admin.put('/api/posts/one', { publishDate: MOMENT });
    const planned = (await content.reader.current()).revision;
    const made = await admin.post('/api/admin/previews', {
      of: 'post',
      name: 'one',
      hours: 24 * 30,
    });
    const { pathname } = new URL(((await made.json()) as { url: string }).url);
    expect(await (await visitor.get(`${pathname}blogs/one`)).text()).toContain('Text');
    setClock(Date.parse(MOMENT));
    const ended = await visitor.get(`${pathname}blogs/one`);
    expect(ended.headers.get('location')).toBe('/blogs/one');
    const admin2 = await signIn();
    await admin2.put('/api/posts/other', { title: 'Other', content: 'Text' });
    // What was not public then is not shown in the site of then.
    expect((await admin2.get(`/past/${planned}/blogs/one`)).status).toBe(404);
    expect((await compare(admin2, { from: planned })).changes).toEqual([
      { kind: 'post', status: 'added', id: 'one', title: 'One' },
      { kind: 'post', status: 'added', id: 'other', title: 'Other' },
    ]);
  });
});
