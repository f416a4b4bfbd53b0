// Needs: feeds, history
import type { ChecklistResponse, ContentResponse } from 'content-schema';
import { readDefaultContent } from 'fixtures/default-content';
import { expect, test } from 'vitest';
import type { Files, TestFiles } from '../../../test/files.ts';
import { git, subjectOf } from '../../../test/git.ts';
import { undo } from '../../../test/merge-calls.ts';
import { read, savedCommit } from '../../../test/responses.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';

const readItems = async (admin: TestClient) =>
  (await read<ChecklistResponse>(admin, '/api/admin/checklist')).items;

const checklistOf = async (files: Files | TestFiles) =>
  readItems((await startAsAdmin({ files })).admin);

const OWN = { 'site.json': '{"title": "Ada"}', 'profile.json': '{"name": "Ada"}' };

test('every part of the default content is on the checklist', async () => {
  const items = await checklistOf(await readDefaultContent());
  expect(items.map(({ kind }) => kind)).toEqual(['local-only', 'sample']);
  const { fields = [], posts = [], count } = items[1] ?? {};
  expect(fields).toEqual(
    expect.arrayContaining([
      ...['site-title', 'site-description', 'site-logo', 'profile-name', 'profile-summary'],
      ...['profile-social.github', 'profile-availability.value', 'experiences-2'],
      ...['sections-contact.description', 'sections-educations.items.1'],
      ...['sections-programmingLanguages.items', 'sections-languagesSpoken.items'],
      'sections-achievements.items',
    ]),
  );
  expect(posts.map(({ id }) => id)).toContain('reading-a-city-by-its-bridges-k3f9');
  expect(count).toBe(fields.length + 3);
});

test('images without alt text and dead links are counted by post', async () => {
  const items = await checklistOf({
    ...OWN,
    'photos/01J0000000000000000000000A/dunes.jpg': 'x',
    'photos/01J0000000000000000000000A/photo.json': '{"alt": "Dunes"}',
    'posts/one.md':
      '---\ntitle: One\n---\n\n![](/photos/01J0000000000000000000000A) ![](/photos/gone) [two](/blogs/two)',
    'posts/two.md':
      '---\ntitle: Two\ntags: [Rope]\naliases: [/second, /blogs/2]\n---\n\n[old](/second) [old](/blogs/2/?a=1#b) [by position](/blogs/0) [tag](/blogs/tags/rope) [feed](/feed.xml) [home](/#contact)\n\n`[code](/blogs/none)` [none](/blogs/none?x=1) [hidden][h] <a href="/about">About</a> [away](//example.com/x)\n\n[h]: /blogs/hidden',
    'posts/hidden.md': '---\ntitle: Hidden\nhidden: true\n---\n\n![](/x.png) [none](/blogs/none)',
  });
  const one = { id: 'one', title: 'One' };
  const two = { id: 'two', title: 'Two' };
  expect(items).toEqual([
    { kind: 'local-only', count: 1, posts: [] },
    { kind: 'undescribed-pictures', count: 1, posts: [one] },
    {
      kind: 'dead-links',
      count: 4,
      posts: expect.arrayContaining([
        { ...one, paths: ['/photos/gone'] },
        { ...two, paths: ['/blogs/none?x=1', '/about', '/blogs/hidden'] },
      ]) as unknown,
    },
  ]);
});

test('hidden and planned posts are listed while anyone may read the repository', async () => {
  let isPublic: boolean | undefined;
  const { admin } = await startAsAdmin({
    files: {
      ...OWN,
      'posts/one.md': '---\ntitle: One\n---\n',
      'posts/hidden.md': '---\ntitle: Hidden\nhidden: true\n---\n',
      'posts/later.md': '---\ntitle: Later\npublishDate: 2999-01-01\n---\n',
    },
    store: (local) => ({
      ...local,
      info: { ...local.info, isPublic: () => Promise.resolve(isPublic) },
    }),
  });
  const listed = async () =>
    (await readItems(admin)).find(({ kind }) => kind === 'public-repository');
  for (isPublic of [undefined, false]) expect(await listed()).toBeUndefined();
  isPublic = true;
  const posts = [
    { id: 'hidden', title: 'Hidden' },
    { id: 'later', title: 'Later' },
  ];
  expect(await listed()).toEqual({
    kind: 'public-repository',
    count: 2,
    posts: expect.arrayContaining(posts) as unknown,
  });
});

const START_EMPTY = '/api/admin/start-empty';

test('what is still of the sample goes in one commit, which can be undone', async () => {
  const { admin, visitor, repository } = await startAsAdmin({ files: await readDefaultContent() });
  const before = git(repository, 'rev-parse', 'main^{tree}');
  const started = await savedCommit(admin.post(START_EMPTY));
  expect(git(repository, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n')).toEqual([
    ...['experiences.json', 'profile.json', 'sections.json', 'site.json'],
  ]);
  expect(subjectOf(repository)).toBe('Start empty');
  expect((await readItems(admin)).map(({ kind }) => kind)).toEqual(['local-only']);
  const sample = /Marit|Ashgrove|Larkmere|Penhallow|Undercroft|Halden|Saltham|stopcheck|night bus/i;
  for (const path of ['/api/content', '/feed.xml', '/llms.txt']) {
    expect(await (await visitor.get(path)).text(), path).not.toMatch(sample);
  }
  await savedCommit(undo(admin, started));
  expect(git(repository, 'diff', '--stat', before.trim(), 'main')).toBe('');
  await savedCommit(admin.post(START_EMPTY));
  const { profile } = await read<ContentResponse>(admin, '/api/content');
  await savedCommit(admin.put('/api/profile', { ...profile, name: 'Ada' }));
  expect(await savedCommit(admin.post(START_EMPTY))).toBe('');
});

test('what the owner wrote stays when the rest of the sample goes', async () => {
  const files = new Map(await readDefaultContent());
  const text = (path: string) => Buffer.from(files.get(path) ?? '').toString();
  const change = (path: string, from: string | RegExp, to: string) =>
    files.set(path, Buffer.from(text(path).replace(from, to)));
  const photo = [...files.keys()].find((path) => path.endsWith('low-water.webp')) ?? '';
  const id = photo.split('/')[1] ?? '';
  change('profile.json', 'Marit Ashgrove', 'Ada');
  change('profile.json', 'Since 2014', `![](/photos/${id})\\n\\nSince 2014`);
  change('profile.json', 'https://github.com/marit-ashgrove-sample', 'https://github.com/ada');
  change('sections.json', 'Bash', 'Ada');
  change('sections.json', '"visible": true', '"visible": false');
  change('experiences.json', /^\[/, '[{"role": "Analyst", "company": "Engine", "year": "1843"},');
  change('site.json', '"homeButtonMode": "text"', '"homeButtonMode": "logo"');
  files.set('assets/logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  const post = 'posts/reading-a-city-by-its-bridges-k3f9.md';
  change(post, 'When I arrive', 'When we arrive');
  files.set('posts/own.md', Buffer.from('---\ntitle: Own\n---\n\nText'));
  const { admin, repository } = await startAsAdmin({ files });
  const [, left] = await readItems(admin);
  expect(left?.fields).toEqual(expect.arrayContaining(['profile-tagline', 'experiences-1']));
  expect(left?.fields).not.toContain('profile-name');
  expect(left?.posts).toHaveLength(2);
  await savedCommit(admin.post(START_EMPTY));
  expect((await readItems(admin)).map(({ kind }) => kind)).not.toContain('sample');
  const { profile, site, sections, experiences, posts } = await read<ContentResponse>(
    ...[admin, '/api/content'],
  );
  expect(profile).toMatchObject({
    ...{ name: 'Ada', tagline: '', email: '', highlightsEnabled: false },
    ...{
      summary: `![](/photos/${id})`,
      social: { linkedin: '', github: 'https://github.com/ada' },
    },
    contactVisibility: { email: true, linkedin: false, github: true },
  });
  expect(site).toMatchObject({
    title: '',
    homeButtonMode: 'logo',
    logo: { type: 'image/svg+xml' },
  });
  expect(sections).toMatchObject({
    ...{ experiencesPage: { visible: false }, educations: { visible: true, items: [] } },
    programmingLanguages: { items: ['Ada'] },
  });
  expect(experiences.map(({ role }) => role)).toEqual(['Analyst']);
  expect(posts.map(({ id }) => id).sort()).toEqual(['own', 'reading-a-city-by-its-bridges-k3f9']);
  const kept = git(repository, 'ls-tree', '-r', '--name-only', 'main', 'photos/').trim();
  expect(kept.split('\n')).toEqual([photo, photo.replace('low-water.webp', 'photo.json')]);
});
