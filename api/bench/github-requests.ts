import type { ContentResponse } from 'content-schema';
import type { RequestRecord } from 'fixtures/github';
import sharp from 'sharp';
import type { WebApp } from '../src/core/http/pages/web-app.ts';
import { photoForm } from '../test/photo-form.ts';
import type { TestClient } from '../test/test-client.ts';
import { sampleContent } from './sample-content.ts';
import { withGitHubSite } from './servers/github-site.ts';
import { granted, grantedJson } from './servers/requests.ts';

/** The requests of a job to GitHub. */
export interface JobAtGitHub {
  readonly job: string;
  readonly requests: readonly RequestRecord[];
  readonly commits: number;
}

const POSTS = 1000;
const POST_BYTES = 40;
const IMPORTED = [50, 150];

const READS = [
  ...['/', '/blogs', '/blogs/post-7', '/experiences', '/feed.xml', '/feed.json', '/sitemap.xml'],
  ...['/healthz', '/api/content', '/api/content?posts=summary', '/api/posts/post-7'],
  ...['/api/history', '/api/history?path=profile.json', '/api/admin/uploads'],
];

const read = async (admin: TestClient): Promise<void> => {
  for (const path of READS) await granted(admin.get(path));
};

type Save = (admin: TestClient, content: ContentResponse) => Promise<Response>;

const TEXT_SAVES: Readonly<Record<string, Save>> = {
  'save the site': (admin, { site }) => admin.put('/api/site', { ...site, title: 'Another' }),
  'save the profile': (admin, { profile }) =>
    admin.put('/api/profile', { ...profile, name: 'Bea' }),
  'save the experiences': (admin, { experiences }) =>
    admin.put('/api/experiences', experiences.slice(1)),
  'save the sections': (admin, { sections }) =>
    admin.put('/api/sections', {
      ...sections,
      contact: { ...sections.contact, description: 'Write' },
    }),
  'create a post': (admin, { posts }) =>
    admin.put('/api/posts', [...posts, { title: 'New', content: 'Text' }]),
  'edit three posts': (admin, { posts }) =>
    admin.put(
      '/api/posts',
      posts.map((post, i) => (i < 3 ? { ...post, content: 'Edited' } : post)),
    ),
  'hide a post': (admin) => admin.patch('/api/posts/post-7/visibility', { hidden: true }),
  'delete a post': (admin) => admin.delete('/api/posts/post-8'),
};

const importPosts = (admin: TestClient, posts: number): Promise<Response> => {
  const body = new FormData();
  for (let i = 0; i < posts; i += 1) {
    body.append('files', new Blob([`# Imported ${i}\n\nText\n`]), `imported-${posts}-${i}.md`);
  }
  return admin.request('POST', '/api/admin/posts/upload', { body });
};

const undo = (admin: TestClient, commit: string | undefined) =>
  granted(admin.post(`/api/history/${commit ?? ''}/undo`, { decisions: [] }));

/** Creates an image of incompressible pixels, of nearly the allowed 10 MB. */
const largePhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: 1800, height: 1800, channels: 3, background: 'white' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();

/** Runs the product's jobs one after the other, and counts the requests of each to GitHub. */
export const countGitHubRequests = async (
  web: WebApp,
  posts = POSTS,
): Promise<readonly JobAtGitHub[]> => {
  const files = await sampleContent(posts, POST_BYTES);
  return withGitHubSite(files, web, async ({ app, github, repository, store }) => {
    const jobs: JobAtGitHub[] = [];
    const count = async (job: string, work: () => Promise<unknown>): Promise<void> => {
      const mark = github.requests.mark();
      const before = repository.commits().length;
      await work();
      jobs.push({ job, requests: mark.requests(), commits: repository.commits().length - before });
    };

    const { reader } = app.content;
    await count(`cold start with ${posts} posts`, async () => {
      await store.check();
      await reader.refresh();
      for (const path of ['/', '/api/content']) await granted(app.visitor.get(path));
      await app.content.renamedPosts.readHistory();
    });
    const admin = await app.signIn();
    await read(admin);
    await count(`${READS.length} warm reads`, () => read(admin));
    await count('check of the head', () => reader.refresh());
    for (const [job, save] of Object.entries(TEXT_SAVES)) {
      const content = await grantedJson<ContentResponse>(admin.get('/api/content'));
      await count(job, () => granted(save(admin, content)));
    }
    for (const imported of IMPORTED)
      await count(`import of ${imported} posts`, () => granted(importPosts(admin, imported)));
    const photo = photoForm('large.png', await largePhoto());
    await count('photo of 10 MB', () =>
      granted(admin.request('POST', '/api/uploads', { body: photo })),
    );
    repository.push({ changes: { 'posts/post-9.md': '# Pushed\n' } });
    await count('push of a post from outside', () => reader.refresh());
    await count('restore of the default content', () => granted(admin.post('/api/reset')));
    await count(`undo of that, with ${posts} posts`, () => undo(admin, repository.head()));
    const old = repository.commits().find(({ message }) => message.startsWith('Update profile'));
    await count('undo of an older change', () => undo(admin, old?.sha));
    await count('page of the history', () => granted(admin.get('/api/history')));
    await count('history of a post', () => granted(admin.get('/api/history?path=posts/post-9.md')));
    await count('search of a short history', () => granted(admin.get('/api/history?q=update')));
    const [older] = repository.commits().slice(-2);
    const site = async () => {
      await granted(admin.get(`/api/history/${older?.sha ?? ''}/site`));
      await granted(admin.get(`/api/compare?from=${older?.sha ?? ''}`));
      await granted(admin.get(`/past/${older?.sha ?? ''}/`));
    };
    await count('the site at an older commit', site);
    await count('the same again', site);
    return jobs;
  });
};

const PHOTOS = 20_000;

/** Counts the requests for more photos than GitHub lists in one response. */
export const countRequestsForPhotos = async (web: WebApp): Promise<readonly JobAtGitHub[]> => {
  const photos = Array.from({ length: PHOTOS }, (_, i): [string, Buffer][] => [
    [`photos/photo-${i}/photo-${i}.jpg`, Buffer.from(`\xff\xd8\xff\0${i}`, 'latin1')],
    [`photos/photo-${i}/photo.json`, Buffer.from(`{"alt": "Photo ${i}"}\n`)],
  ]);
  const files = new Map([...(await sampleContent(POSTS, POST_BYTES)), ...photos.flat()]);
  return withGitHubSite(files, web, async ({ app, github, repository }) => {
    const jobs: JobAtGitHub[] = [];
    const count = async (job: string): Promise<void> => {
      const mark = github.requests.mark();
      await app.content.reader.refresh();
      await granted(app.visitor.get('/'));
      jobs.push({ job, requests: mark.requests(), commits: 0 });
    };
    await count(`cold start with ${PHOTOS} photos`);
    repository.push({ changes: { 'posts/post-9.md': '# Pushed\n' } });
    await count('push of a post beside many photos');
    repository.push({ changes: { 'photos/photo-9/photo.json': '{"alt": "A boat"}' } });
    await count('push of a photo beside many photos');
    return jobs;
  });
};
