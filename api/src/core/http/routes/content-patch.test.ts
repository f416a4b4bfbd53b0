import type { ContentPatchResponse, ContentResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { changesOf, git, subjectsOf } from '../../../../test/git.ts';
import { readContent } from '../../../../test/github/edits.ts';
import { conflictsOf, issuesOf, json } from '../../../../test/responses.ts';
import { stagePhoto } from '../../../../test/stage-photo.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const start = async () => {
  const server = await startAsAdmin();
  const { admin, repository } = server;
  const loaded = await admin.get('/api/content');
  const base = { 'content-revision': loaded.headers.get('content-revision') ?? '' };
  const patch = (body: object, headers: Record<string, string> = base) =>
    admin.patch('/api/content', body, headers);
  return {
    ...server,
    patch,
    content: await json<ContentResponse>(loaded),
    /** Saves parts, which must be a success. */
    save: async (body: object, headers?: Record<string, string>) => {
      const response = await patch(body, headers);
      expect(response.status).toBe(200);
      return json<ContentPatchResponse>(response);
    },
    stage: async (name = 'dunes.webp') =>
      (await stagePhoto(admin, name, await samplePhoto(name))).staged,
    subjects: () => subjectsOf(repository),
    changed: () => changesOf(repository),
  };
};

test('several parts become one commit, which names those that changed', async () => {
  const { content, patch, save, subjects, changed } = await start();
  const { experiences, profile, site, sections } = content;
  await save({ profile, experiences });
  expect((await patch({})).status).toBe(400);
  const edited = { profile: { ...profile, tagline: 'New' }, site: { ...site, title: 'New title' } };
  const saved = await save({ ...edited, sections });
  expect(saved).toMatchObject({ ...edited, sections });
  expect(saved).not.toHaveProperty('experiences');
  expect(subjects()).toEqual(['Update profile: tagline; site: title', 'Begin']);
  expect(changed()).toEqual(['M profile.json', 'M site.json']);
});

test('the issues of all parts are reported at once, and nothing is written', async () => {
  const { content, patch, subjects } = await start();
  const changed = [
    { title: 'Fine', content: 'Fine' },
    { title: '', content: 'Text' },
  ];
  const issues = await issuesOf(
    patch({
      profile: { ...content.profile, tagline: 'Valid' },
      site: { ...content.site, title: '' },
      experiences: [],
      posts: { changed },
      photos: [{ staged: 'expired' }],
    }),
  );
  const paths = ['site.title', 'experiences', 'posts.changed.1.title', 'photos.0.staged'];
  expect(issues.map((issue) => issue.split(': ')[0])).toEqual(paths);
  expect(subjects()).toEqual(['Begin']);
  expect((await patch({ posts: [], photos: 1 })).status).toBe(400);
});

test('the conflicts of all parts are reported at once, and nothing is written', async () => {
  const { content, patch, push, subjects } = await start();
  const { profile, site } = content;
  await push({
    'profile.json': `${JSON.stringify({ ...profile, tagline: 'Theirs' })}\n`,
    'site.json': `${JSON.stringify({ ...site, title: 'Theirs' })}\n`,
  });
  const mine = {
    profile: { ...profile, tagline: 'Mine' },
    site: { ...site, title: 'Mine' },
    posts: { changed: [{ title: 'New', content: 'Text' }] },
  };
  const conflicts = await conflictsOf(patch(mine));
  expect(conflicts.map(({ file, field, mine: value }) => [file, field, value])).toEqual([
    ['profile.json', 'tagline', 'Mine'],
    ['site.json', 'title', 'Mine'],
  ]);
  expect(subjects()).toHaveLength(2);
});

test('a post and its photos become one commit, with the ids that the client chose', async () => {
  const { patch, save, stage, subjects, changed, visitor, repository } = await start();
  const [one, two, id] = [ulid(), ulid(), 'with-photos'];
  const photos = [
    { id: one, staged: await stage(), alt: 'Dunes' },
    { id: two, staged: await stage() },
  ];
  const content = `![Dunes](/photos/${one})\n\n![](/photos/${two})\n`;
  const body = { posts: { changed: [{ id, title: 'With photos', content }] }, photos };
  for (let times = 0; times < 2; times += 1) {
    expect(await save(body, { 'idempotency-key': 'key-of-this-save' })).toMatchObject({
      posts: [{ id, content }],
      photos: [{ id: one, alt: 'Dunes' }, { id: two }],
    });
  }
  expect(subjects()).toEqual(['Create post "With photos" with 2 photos', 'Begin']);
  expect(changed()).toHaveLength(5);
  expect((await visitor.get(`/photos/${one}`)).status).toBe(302);
  const malformed = patch({ photos: [{ id: '../x', staged: photos[0]?.staged }] });
  expect(await issuesOf(malformed)).toEqual([expect.stringMatching(/^photos\.0\.id: /)]);
  git(repository, 'fsck', '--strict');
});

test('a photo is saved once, however often it is sent, and its id is never given to another', async () => {
  const { patch, save, stage, subjects } = await start();
  const [one, two] = [ulid(), ulid()];
  const photo = { id: one, staged: await stage() };
  await save({ photos: [photo] });
  // The response may have been lost, and the file staged again.
  const again = [photo, { id: one, staged: await stage() }, { ...photo, id: two }];
  const { photos = [] } = await save({ photos: again });
  expect(photos.map(({ id }) => id)).toEqual([one, one, two]);
  expect(subjects()).toEqual(['Upload photo dunes-2.webp', 'Upload photo dunes.webp', 'Begin']);

  const taken = patch({
    posts: { changed: [{ title: 'Lighthouse', content: `![](/photos/${one})` }] },
    photos: [photo, { id: one, staged: await stage('lighthouse.png') }],
  });
  expect(await issuesOf(taken)).toEqual(['photos.1.id: A photo with this id exists already']);
  expect(subjects()).toHaveLength(3);
});

test('posts are changed and deleted by one commit', async () => {
  const { admin, content, save, subjects } = await start();
  const [first, second] = content.posts;
  const posts = { changed: [{ ...first, title: 'Renamed' }], deleted: [second?.id] };
  const saved = await save({ posts });
  expect(saved.posts?.map(({ title }) => title)).toEqual(['Renamed']);
  expect(subjects()[0]).toMatch(/^Update post "Renamed": title; delete post "/);
  expect((await readContent(admin)).posts).toHaveLength(content.posts.length - 1);
});
