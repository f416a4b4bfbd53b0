import type { ContentPatchResponse, ContentResponse, ErrorResponseBody } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { changesOf, git, subjectsOf } from '../../../../test/git.ts';
import { pushFile } from '../../../../test/open-test-content.ts';
import { stagePhoto } from '../../../../test/stage-photo.ts';
import { setupServer } from 'msw/node';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const load = async (admin: TestClient) => {
  const response = await admin.get('/api/content');
  const revision = response.headers.get('content-revision') ?? '';
  return { revision, content: (await response.json()) as ContentResponse };
};

const stage = async (admin: TestClient, name = 'dunes.webp'): Promise<string> =>
  (await stagePhoto(admin, name, await samplePhoto(name))).staged;

const start = async () => {
  const server = await startTestServer();
  const admin = await server.signIn();
  return {
    ...server,
    admin,
    ...(await load(admin)),
    subjects: () => subjectsOf(server.repository),
    changed: () => changesOf(server.repository),
  };
};

test('several parts become one commit, which names those that changed', async () => {
  const { admin, content, revision, subjects, changed } = await start();
  const { profile, site, sections } = content;
  const response = await admin.patch(
    '/api/content',
    {
      profile: { ...profile, tagline: 'New' },
      site: { ...site, title: 'New title' },
      sections,
    },
    { 'content-revision': revision },
  );
  expect(response.status).toBe(200);
  const saved = (await response.json()) as ContentPatchResponse;
  expect([saved.profile?.tagline, saved.site?.title]).toEqual(['New', 'New title']);
  expect(saved.sections).toEqual(sections);
  expect(saved).not.toHaveProperty('experiences');
  expect(subjects()).toEqual(['Update profile: tagline; site: title', 'Begin']);
  expect(changed()).toEqual(['M profile.json', 'M site.json']);
});

test('parts without a change make no commit', async () => {
  const { admin, content, subjects } = await start();
  const { profile, experiences } = content;
  expect((await admin.patch('/api/content', { profile, experiences })).status).toBe(200);
  expect((await admin.patch('/api/content', {})).status).toBe(400);
  expect(subjects()).toEqual(['Begin']);
});

test('the issues of all parts are reported at once, and nothing is written', async () => {
  const { admin, content, subjects } = await start();
  const response = await admin.patch('/api/content', {
    profile: { ...content.profile, tagline: 'Valid' },
    site: { ...content.site, title: '' },
    experiences: [],
    posts: {
      changed: [
        { title: 'Fine', content: 'Fine' },
        { title: '', content: 'Text' },
      ],
    },
    photos: [{ staged: 'expired' }],
  });
  expect(response.status).toBe(400);
  const { issues = [] } = (await response.json()) as ErrorResponseBody;
  expect(issues.map(({ path }) => path)).toEqual([
    'site.title',
    'experiences',
    'posts.changed.1.title',
    'photos.0.staged',
  ]);
  expect(subjects()).toEqual(['Begin']);
  const malformed = await admin.patch('/api/content', { posts: [], photos: 1 });
  expect(malformed.status).toBe(400);
});

test('the conflicts of all parts are reported at once, and nothing is written', async () => {
  const { admin, content, revision, outsider, subjects } = await start();
  const push = (path: string, value: object) =>
    pushFile(outsider, path, `${JSON.stringify(value)}\n`);
  await push('profile.json', { ...content.profile, tagline: 'Theirs' });
  await push('site.json', { ...content.site, title: 'Theirs' });
  const response = await admin.patch(
    '/api/content',
    {
      profile: { ...content.profile, tagline: 'Mine' },
      site: { ...content.site, title: 'Mine' },
      posts: { changed: [{ title: 'New', content: 'Text' }] },
    },
    { 'content-revision': revision },
  );
  expect(response.status).toBe(409);
  const { conflicts = [] } = (await response.json()) as ErrorResponseBody;
  expect(conflicts.map(({ file, field, mine }) => [file, field, mine])).toEqual([
    ['profile.json', 'tagline', 'Mine'],
    ['site.json', 'title', 'Mine'],
  ]);
  expect(subjects()).toHaveLength(3);
});

test('a post and its photos become one commit, with the ids that the client chose', async () => {
  const { admin, subjects, changed, visitor, repository } = await start();
  const [one, two, post] = [ulid(), ulid(), 'with-photos'];
  const photos = [
    { id: one, staged: await stage(admin), alt: 'Dunes' },
    { id: two, staged: await stage(admin) },
  ];
  const content = `![Dunes](/photos/${one})\n\n![](/photos/${two})\n`;
  const patch = {
    posts: { changed: [{ id: post, title: 'With photos', content }] },
    photos,
  };
  const key = { 'idempotency-key': 'key-of-this-save' };
  const responses = [
    await admin.patch('/api/content', patch, key),
    await admin.patch('/api/content', patch, key),
  ];
  for (const response of responses) {
    expect(response.status).toBe(200);
    const saved = (await response.json()) as ContentPatchResponse;
    expect(saved.posts).toMatchObject([{ id: post, content }]);
    expect(saved.photos).toMatchObject([{ id: one, alt: 'Dunes' }, { id: two }]);
  }
  expect(subjects()).toEqual(['Create post "With photos" with 2 photos', 'Begin']);
  expect(changed()).toHaveLength(5);
  expect((await visitor.get(`/photos/${one}`)).status).toBe(302);

  const malformed = await admin.patch('/api/content', {
    photos: [{ id: '../x', staged: photos[0]?.staged }],
  });
  expect(((await malformed.json()) as ErrorResponseBody).issues?.[0]?.path).toBe('photos.0.id');
  git(repository, 'fsck', '--strict');
});

test('a photo is saved once, however often it is sent, and its id is never given to another', async () => {
  const { admin, subjects } = await start();
  const [one, two] = [ulid(), ulid()];
  const send = async (...photos: readonly { id: string; staged: string }[]) => {
    const response = await admin.patch('/api/content', { photos });
    return {
      status: response.status,
      body: (await response.json()) as ContentPatchResponse,
    };
  };
  const photo = { id: one, staged: await stage(admin) };
  expect((await send(photo)).status).toBe(200);
  // The response may have been lost, and the file staged again.
  const again = await send(photo, { id: one, staged: await stage(admin) }, { ...photo, id: two });
  expect(again.status).toBe(200);
  expect(again.body.photos?.map(({ id }) => id)).toEqual([one, one, two]);
  expect(subjects()).toEqual(['Upload photo dunes-2.webp', 'Upload photo dunes.webp', 'Begin']);

  const other = await stage(admin, 'lighthouse.png');
  const taken = await admin.patch('/api/content', {
    posts: {
      changed: [{ title: 'Lighthouse', content: `![](/photos/${one})` }],
    },
    photos: [photo, { id: one, staged: other }],
  });
  expect(taken.status).toBe(400);
  const { issues } = (await taken.json()) as ErrorResponseBody;
  expect(issues).toEqual([{ path: 'photos.1.id', message: 'A photo with this id exists already' }]);
  expect(subjects()).toHaveLength(3);
});

test('posts are changed and deleted by one commit', async () => {
  const { admin, content, revision, subjects } = await start();
  const [first, second] = content.posts;
  const response = await admin.patch(
    '/api/content',
    {
      posts: {
        changed: [{ ...first, title: 'Renamed' }],
        deleted: [second?.id],
      },
    },
    { 'content-revision': revision },
  );
  const saved = (await response.json()) as ContentPatchResponse;
  expect(saved.posts?.map(({ title }) => title)).toEqual(['Renamed']);
  expect(subjects()[0]).toMatch(/^Update post "Renamed": title; delete post "/);
  expect((await load(admin)).content.posts).toHaveLength(content.posts.length - 1);
});

test('any texts take one request to GitHub', async () => {
  const { github, signIn } = await startGitHubTestServer();
  const admin = await signIn();
  const { content } = await load(admin);
  const mark = github.requests.mark();
  const response = await admin.patch('/api/content', {
    profile: { ...content.profile, tagline: 'New' },
    site: { ...content.site, title: 'New title' },
    posts: { changed: [{ title: 'New', content: 'Text' }] },
  });
  expect(response.status).toBe(200);
  expect(mark.requests()).toHaveLength(1);
});
