import {
  SAVED_COMMIT_HEADER,
  type CommitResponse,
  type ErrorResponseBody,
  type HistoryResponse,
  type Profile,
  type UploadResponse,
} from 'content-schema';
import type { PostFields } from 'content-schema/front-matter';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../test/git.ts';
import { photoForm } from '../../../test/photo-form.ts';
import { startTestServer, type TestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const POST = '---\ntitle: Tides\ntags: [sea]\n---\n\nOne\n\nTwo\n\nThree\n';

const start = (files: Record<string, string | Uint8Array>): Promise<TestServer> =>
  startTestServer({
    files: new Map(Object.entries(files).map(([path, it]) => [path, Buffer.from(it)])),
  });

/** Pushes a commit of files. */
const push = async (
  { outsider }: TestServer,
  files: Record<string, string | Uint8Array | null>,
  message = 'A push\n',
): Promise<string> => {
  const changes = new Map(
    Object.entries(files).map(([path, it]) => [path, it === null ? null : Buffer.from(it)]),
  );
  const expectedHead = await outsider.head();
  return (await outsider.commit({ expectedHead, message, operationId: 'none', changes })).head;
};

const undo = (
  client: TestClient,
  commit: string | null | undefined,
  body: object = { decisions: [] },
  headers: Record<string, string> = {},
): Promise<Response> => client.post(`/api/history/${commit ?? ''}/undo`, body, headers);

const show = ({ repository }: TestServer, path: string, commit = 'main'): string =>
  git(repository, 'show', `${commit}:${path}`);

const filesOf = ({ repository }: TestServer): string[] =>
  git(repository, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n');

/** Saves fields of the profile, and returns the commit. */
const saveProfile = async (client: TestClient, fields: Partial<Profile>): Promise<string> => {
  const { profile } = (await (await client.get('/api/content')).json()) as { profile: Profile };
  const response = await client.put('/api/profile', { ...profile, ...fields });
  expect(response.status).toBe(200);
  return response.headers.get(SAVED_COMMIT_HEADER) ?? '';
};

const conflictsOf = async (response: Response): Promise<ErrorResponseBody> => {
  const body = (await response.json()) as ErrorResponseBody;
  expect(`${response.status} ${body.code}`).toBe('409 MergeConflict');
  return body;
};

test('the response to a save has its commit, and none for a save without effect', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  expect(await saveProfile(admin, { name: 'Grace' })).toBe(commitsOf(server.repository)[0]);
  await push(server, { 'posts/tides.md': POST });
  expect(await saveProfile(admin, { name: 'Grace' })).toBe('');
});

test('undo reverts a save byte for byte, in one commit that names it', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const saved = await saveProfile(admin, { name: 'Grace' });
  const response = await undo(admin, saved);
  const [head] = commitsOf(server.repository);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ revision: head });
  expect(response.headers.get('content-revision')).toBe(head);
  expect(response.headers.get(SAVED_COMMIT_HEADER)).toBe(head);
  expect(show(server, 'profile.json')).toBe(PROFILE);
  const message = git(server.repository, 'log', '-1', '--format=%B');
  expect(message).toMatch(/^Undo "Update profile: name"\n\n/);
  expect(message).toMatch(new RegExp(`^Undoes: ${saved}$`, 'm'));
  expect(message).toMatch(/^Operation-Id: \S+$/m);
  expect(await (await server.visitor.get('/api/content')).json()).toMatchObject({
    profile: { name: 'Ada' },
  });
});

test('an undo can be undone, and so can that', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const saved = await saveProfile(admin, { name: 'Grace' });
  const after = show(server, 'profile.json');
  const undone = (await undo(admin, saved)).headers.get(SAVED_COMMIT_HEADER);
  const redone = (await undo(admin, undone)).headers.get(SAVED_COMMIT_HEADER);
  expect(subjectOf(server.repository)).toBe('Redo "Update profile: name"');
  expect(show(server, 'profile.json')).toBe(after);
  await undo(admin, redone);
  expect(subjectOf(server.repository)).toBe('Undo "Update profile: name"');
  expect(show(server, 'profile.json')).toBe(PROFILE);
});

test('later edits in the same file are kept, field by field and line by line', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const admin = await server.signIn();
  const saved = await saveProfile(admin, { name: 'Grace' });
  await saveProfile(admin, { tagline: 'Letters' });
  const edited = POST.replace('One', 'First').replace('[sea]', '[sea, wind]');
  const pushed = await push(server, { 'posts/tides.md': edited });
  await push(server, { 'posts/tides.md': edited.replace('Three', 'Last') });

  expect((await undo(admin, saved)).status).toBe(200);
  expect(JSON.parse(show(server, 'profile.json'))).toMatchObject({
    name: 'Ada',
    tagline: 'Letters',
  });
  expect((await undo(admin, pushed)).status).toBe(200);
  const post = show(server, 'posts/tides.md');
  expect(post).toMatch(/^---\ntitle: Tides\ntags: \[sea\]\n/);
  expect(post).toMatch(/One\n\nTwo\n\nLast\n$/);
});

test('the updatedAt of a later edit is not a conflict', async () => {
  const server = await start({ 'posts/tides.md': POST });
  const admin = await server.signIn();
  const edit = async (change: object) =>
    (await admin.put('/api/posts', [{ id: 'tides', hidden: false, ...change }])).headers.get(
      SAVED_COMMIT_HEADER,
    );
  const content = 'One\n\nTwo\n\nThree\n';
  const first = await edit({ title: 'Currents', tags: ['sea'], content });
  await edit({ title: 'Currents', tags: ['sea', 'wind'], content });
  expect((await undo(admin, first)).status).toBe(200);
  expect(show(server, 'posts/tides.md')).toMatch(/^---\ntitle: Tides\ntags: \[sea, wind\]\n/);
});

test('changes of a push outside the fields are undone, too', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const admin = await server.signIn();
  const pushed = await push(server, {
    'profile.json': PROFILE.replace('"title"', '"mastodon": "@ada",\n  "title"'),
    'posts/tides.md': POST.replace('title: Tides', 'title: Tides\nlayout: wide # as drawn'),
  });
  await saveProfile(admin, { tagline: 'Letters' });
  await push(server, {
    'posts/tides.md': show(server, 'posts/tides.md').replace('Three', 'Last'),
  });
  expect((await undo(admin, pushed)).status).toBe(200);
  expect(show(server, 'profile.json')).not.toContain('mastodon');
  expect(show(server, 'posts/tides.md')).not.toContain('layout');
});

test('a merge is undone to its first parent, and counts as one change', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const { outsider, repository } = server;
  const admin = await server.signIn();
  const changes = new Map([['posts/tides.md', Buffer.from(POST.replace('Tides', 'Currents'))]]);
  const commit = { expectedHead: await outsider.head(), operationId: 'none', changes };
  const draft = await outsider.commit({ ...commit, message: 'Draft\n', branch: 'draft' });
  await saveProfile(admin, { name: 'Grace' });
  const expectedHead = await outsider.head();
  const merge = { ...commit, expectedHead, message: 'Publish\n', merges: draft.head };
  const { head } = await outsider.commit(merge);
  await saveProfile(admin, { tagline: 'Letters' });
  expect((await undo(admin, head)).status).toBe(200);
  expect(show(server, 'posts/tides.md')).toBe(POST);
  expect(show(server, 'profile.json')).toContain('Letters');
  expect(git(repository, 'log', '--first-parent', '--format=%s', '--', 'posts').trim()).toMatch(
    /^Undo "Publish"\nPublish\n/,
  );
  const history = (await (await admin.get('/api/history')).json()) as HistoryResponse;
  const subjects = history.commits.map(({ subject }) => subject);
  expect(subjects.slice(0, 2)).toEqual(['Undo "Publish"', 'Update profile: tagline']);
  expect(subjects).not.toContain('Draft');
});

test('a file that a push broke is repaired by undoing the push', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const pushed = await push(server, { 'profile.json': PROFILE.replace('"Ada"', '"Ada') });
  expect((await undo(await server.signIn(), pushed)).status).toBe(200);
  expect(show(server, 'profile.json')).toBe(PROFILE);
});

test('an overlap is a conflict that changes nothing, and a decision resolves it', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const saved = await saveProfile(admin, { name: 'Grace', tagline: 'Letters' });
  const head = await saveProfile(admin, { name: 'Hedy' });
  const { conflicts, revision } = await conflictsOf(await undo(admin, saved));
  expect(commitsOf(server.repository)[0]).toBe(head);
  expect(revision).toBe(head);
  expect(conflicts).toEqual([
    { file: 'profile.json', field: 'name', base: 'Grace', theirs: 'Hedy', mine: 'Ada' },
  ]);
  const decisions = [{ file: 'profile.json', field: 'name', value: 'Hedy' }];
  const response = await undo(admin, saved, { decisions }, { 'content-revision': revision ?? '' });
  expect(response.status).toBe(200);
  expect(JSON.parse(show(server, 'profile.json'))).toMatchObject({
    name: 'Hedy',
    tagline: 'Notes',
  });
});

test('a decision may be a new text, within its limits', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const saved = await saveProfile(admin, { tagline: 'Letters' });
  const head = await saveProfile(admin, { tagline: 'Poems' });
  const response = (value: unknown) =>
    undo(
      admin,
      saved,
      { decisions: [{ file: 'profile.json', field: 'tagline', value }] },
      { 'content-revision': head },
    );
  expect((await response('x'.repeat(161))).status).toBe(400);
  expect((await response({ tagline: 'x' })).status).toBe(400);
  expect((await response(['x'])).status).toBe(400);
  expect(commitsOf(server.repository)[0]).toBe(head);
  expect((await response('Notes and poems')).status).toBe(200);
  expect(JSON.parse(show(server, 'profile.json'))).toMatchObject({ tagline: 'Notes and poems' });
});

/** Three values of each field of a post or page, as its file has them. */
const VALUES = {
  title: ['One', 'Two', 'Three'],
  description: ['First', 'Second', 'Third'],
  tags: ['[a]', '[b]', '[c]'],
  hidden: ['false', 'true', 'false'],
  createdAt: ['2026-01-01', '2026-02-02', '2026-03-03'],
  updatedAt: ['2026-01-01', '2026-02-02', '2026-03-03'],
  publishDate: ['2026-01-01', '2026-02-02', '2026-03-03'],
  expiryDate: ['2036-01-01', '2036-02-02', '2036-03-03'],
  aliases: ['[/a]', '[/b]', '[/c]'],
  lang: ['de', 'fr', 'pt-BR'],
  translationKey: ['one', 'two', 'three'],
  order: ['1', '2', '3'],
  header: ['true', 'false', 'true'],
  content: ['One', 'Two', 'Three'],
} satisfies Record<keyof PostFields, readonly string[]>;

test.each(Object.entries(VALUES))(
  'a decision about the field %s of a post or page is stored',
  async (field, values) => {
    const textOf = (value = ''): string =>
      field === 'content'
        ? `---\ntitle: T\n---\n\n${value}\n`
        : `---\n${field === 'title' ? '' : 'title: T\n'}${field}: ${value}\n---\n\nText\n`;
    const [before, after, later] = values.map(textOf);
    const path = field === 'order' || field === 'header' ? 'pages/t.md' : 'posts/t.md';
    const server = await start({ 'profile.json': PROFILE, [path]: before ?? '' });
    const admin = await server.signIn();
    const change = await push(server, { [path]: after ?? '' });
    const head = await push(server, { [path]: later ?? '' });
    await server.content.reader.refresh();
    const response = await undo(admin, change);
    if (field === 'aliases') expect(show(server, path)).toMatch(/\/a.*\/c/);
    if (field === 'updatedAt' || field === 'aliases' || values[0] === values[2]) {
      expect(response.status).toBe(200);
      return;
    }
    const { conflicts } = await conflictsOf(response);
    expect(conflicts?.map((conflict) => conflict.field.split('.')[0])).toContain(field);
    const decisions = conflicts?.map(({ mine, ...conflict }) => ({
      ...{ file: conflict.file, field: conflict.field, value: mine },
    }));
    expect((await undo(admin, change, { decisions }, { 'content-revision': head })).status).toBe(
      200,
    );
    expect(show(server, path)).toContain(field === 'content' ? 'One' : values[0]);
  },
);

test.each([
  { field: 'title', value: ' Ebb and flood ' },
  { field: 'description', value: 'Two\nlines' },
  { field: 'content', value: '\nBoth\n\n' },
])('a newly written $field is stored, with any white space', async ({ field, value }) => {
  const textOf = (text: string) => `---\ntitle: ${text}\ndescription: ${text}\n---\n\n${text}\n`;
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': textOf('Tides') });
  const admin = await server.signIn();
  const change = await push(server, { 'posts/tides.md': textOf('Ebb') });
  const head = await push(server, { 'posts/tides.md': textOf('Flood') });
  await server.content.reader.refresh();
  const { conflicts = [] } = await conflictsOf(await undo(admin, change));
  const decisions = conflicts.map((conflict) => ({
    ...{ file: conflict.file, field: conflict.field },
    value: conflict.field === field ? value : conflict.mine,
  }));
  expect((await undo(admin, change, { decisions }, { 'content-revision': head })).status).toBe(200);
  const words = value.trim().split(/\s+/).join('\\s+');
  expect(show(server, 'posts/tides.md')).toMatch(new RegExp(words));
});

test('a decision about a file that has changed since is requested again', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const saved = await saveProfile(admin, { name: 'Grace' });
  const seen = await saveProfile(admin, { name: 'Hedy' });
  const head = await push(server, {
    'profile.json': show(server, 'profile.json').replace('Hedy', 'Joan'),
  });
  const decisions = [{ file: 'profile.json', field: 'name', value: 'Ada' }];
  await server.content.reader.refresh();
  const response = await undo(admin, saved, { decisions }, { 'content-revision': seen });
  const { conflicts, revision } = await conflictsOf(response);
  expect(revision).toBe(head);
  expect(conflicts).toMatchObject([{ theirs: 'Joan' }]);
});

test('a deleted post is restored; undoing the creation of a post that was edited since is a conflict', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const admin = await server.signIn();
  const deleted = await admin.delete('/api/posts/tides');
  await undo(admin, deleted.headers.get(SAVED_COMMIT_HEADER));
  expect(show(server, 'posts/tides.md')).toBe(POST);

  const made = await push(server, { 'posts/new-one.md': POST });
  const head = await push(server, { 'posts/new-one.md': POST.replace('Two', '2') });
  await server.content.reader.refresh();
  const { conflicts } = await conflictsOf(await undo(admin, made));
  expect(conflicts).toMatchObject([
    { file: 'posts/new-one.md', field: '', theirs: { title: 'Tides' }, mine: null },
  ]);
  const response = (value: unknown) =>
    undo(
      admin,
      made,
      { decisions: [{ file: 'posts/new-one.md', field: '', value }] },
      { 'content-revision': head },
    );
  const stored = await response(conflicts?.[0]?.theirs);
  expect(stored.status).toBe(200);
  expect(stored.headers.get(SAVED_COMMIT_HEADER)).toBeNull();
  expect((await response(null)).status).toBe(200);
  expect(filesOf(server)).toEqual(['posts/tides.md', 'profile.json']);
});

test('renames are undone, also of a file that was edited or renamed since', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const admin = await server.signIn();
  const renamed = await push(server, { 'posts/tides.md': null, 'posts/sea.md': POST });
  const edited = POST.replace('Two', '2');
  const change = await push(server, { 'posts/sea.md': edited });
  await server.content.reader.refresh();
  expect((await undo(admin, renamed)).status).toBe(200);
  expect(filesOf(server)).toEqual(['posts/tides.md', 'profile.json']);
  expect(show(server, 'posts/tides.md')).toBe(edited);
  expect((await undo(admin, change)).status).toBe(200);
  expect(show(server, 'posts/tides.md')).toBe(POST);
});

test('all files of a change are restored, including photos', async () => {
  const server = await startTestServer();
  const admin = await server.signIn();
  const upload = async (name: string) => {
    const body = photoForm(name, await samplePhoto(name));
    return admin.request('POST', '/api/uploads', { body });
  };
  const uploaded = await upload('tide.gif');
  const { id, key } = (await uploaded.json()) as UploadResponse;
  const photo = git(server.repository, 'rev-parse', `main:${key}`);
  const deleted = await admin.delete(`/api/admin/uploads/${id}`);
  await undo(admin, deleted.headers.get(SAVED_COMMIT_HEADER));
  expect(git(server.repository, 'rev-parse', `main:${key}`)).toBe(photo);
  await undo(admin, uploaded.headers.get(SAVED_COMMIT_HEADER));
  expect(filesOf(server)).not.toContain(key);

  await saveProfile(admin, { name: 'Grace' });
  await admin.delete('/api/posts/what-a-portfolio-is-for');
  const tree = git(server.repository, 'rev-parse', 'main^{tree}');
  const reset = await admin.post('/api/reset');
  expect(git(server.repository, 'rev-parse', 'main^{tree}')).not.toBe(tree);
  await undo(admin, reset.headers.get(SAVED_COMMIT_HEADER));
  expect(git(server.repository, 'rev-parse', 'main^{tree}')).toBe(tree);
  git(server.repository, 'fsck', '--strict');
});

test('the logo and its entry are undone together', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const site = { title: 'Ada', description: 'A site', homeButtonMode: 'logo', logo };
  const stored = `${JSON.stringify(site, null, 2)}\n`;
  const server = await start({ 'site.json': stored, 'assets/logo.svg': svg });
  const admin = await server.signIn();
  const png = `data:image/png;base64,${Buffer.from(await samplePhoto('lighthouse.png')).toString('base64')}`;
  const webp = `data:image/webp;base64,${Buffer.from(await samplePhoto('dunes.webp')).toString('base64')}`;
  const save = async (fields: object) => {
    const response = await admin.put('/api/site', { ...site, ...fields });
    expect(response.status).toBe(200);
    return response.headers.get(SAVED_COMMIT_HEADER) ?? '';
  };
  const asPng = { logo: { type: 'image/png', alt: 'Mark', data: png } };
  const first = await save(asPng);
  await save({ ...asPng, title: 'Grace' });
  await undo(admin, first);
  expect(filesOf(server)).toEqual(['assets/logo.svg', 'site.json']);
  expect(show(server, 'site.json')).toBe(stored.replace('"Ada"', '"Grace"'));

  const second = await save(asPng);
  const head = await save({ logo: { type: 'image/webp', alt: 'Mark', data: webp } });
  const { conflicts } = await conflictsOf(await undo(admin, second));
  expect(conflicts?.map(({ file, field, theirs }) => [file, field, theirs])).toEqual([
    ['site.json', 'logo.data', webp],
  ]);
  const decisions = (conflicts ?? []).map(({ file, field, mine }) => ({
    file,
    field,
    value: mine,
  }));
  await undo(admin, second, { decisions }, { 'content-revision': head });
  expect(filesOf(server)).toEqual(['assets/logo.svg', 'site.json']);
  expect(JSON.parse(show(server, 'site.json'))).toEqual({ ...site, title: 'Grace' });
});

test('an image that others replaced is a conflict, with URLs of both versions', async () => {
  const path = 'photos/beach.gif';
  const [tide, dunes, frost] = await Promise.all(
    ['tide.gif', 'dunes.webp', 'frost.avif'].map((name) => samplePhoto(name)),
  );
  const server = await start({ [path]: tide ?? '', 'profile.json': PROFILE });
  const admin = await server.signIn();
  const change = await push(server, { [path]: dunes ?? '' });
  const head = await push(server, { [path]: frost ?? '' });
  await server.content.reader.refresh();
  const { conflicts } = await conflictsOf(await undo(admin, change));
  const [conflict] = conflicts ?? [];
  expect(conflict).toMatchObject({ file: path, field: '' });
  const shown = await admin.get(conflict?.mine as string);
  expect(shown.headers.get('content-type')).toBe('image/gif');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(tide ?? ''));
  const decisions = [{ file: path, field: '', value: conflict?.mine }];
  await undo(admin, change, { decisions }, { 'content-revision': head });
  expect(changesOf(server.repository)).toEqual([`M ${path}`]);
  expect(git(server.repository, 'rev-parse', `main:${path}`)).toBe(
    git(server.repository, 'rev-parse', `${change}~:${path}`),
  );
});

test('the metadata of a photo is deleted with the photo, and merged if the photo stays', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const [photo, details] = ['photos/beach/tide.gif', 'photos/beach/photo.json'];
  const added = await push(server, { [photo]: await samplePhoto('tide.gif'), [details]: '{}\n' });
  const described = await push(server, { [details]: '{\n  "alt": "Low tide"\n}\n' });
  await push(server, { [details]: '{\n  "alt": "Low tide",\n  "caption": "June"\n}\n' });
  await server.content.reader.refresh();
  expect((await undo(admin, described)).status).toBe(200);
  expect(JSON.parse(show(server, details))).toEqual({ caption: 'June' });
  expect((await undo(admin, added)).status).toBe(200);
  expect(filesOf(server)).toEqual(['profile.json']);
});

/** Uploads a photo, and returns its id, its path and the commit. */
const upload = async (admin: TestClient, name: string, sample = 'tide.gif') => {
  const body = photoForm(name, await samplePhoto(sample));
  const response = await admin.request('POST', '/api/uploads', { body });
  const { id, key } = (await response.json()) as UploadResponse;
  return { id, key, commit: savedCommit(response) };
};

const savedCommit = (response: Response): string => response.headers.get(SAVED_COMMIT_HEADER) ?? '';

const SECRET = '---\ntitle: Secret\n---\n\nOne\n\nTwo\n\nThree\n';

test.each([
  { rename: 'a rename', edited: SECRET },
  { rename: 'a rename with an edit', edited: SECRET.replace('Two', '2') },
])('undoing $rename of a post keeps it hidden if it was hidden since', async ({ edited }) => {
  const server = await start({ 'profile.json': PROFILE, 'posts/secret.md': SECRET });
  const admin = await server.signIn();
  const renamed = await push(server, { 'posts/secret.md': null, 'posts/plan.md': edited });
  await server.content.reader.refresh();
  expect((await admin.patch('/api/posts/plan/visibility', { hidden: true })).status).toBe(200);
  expect((await undo(admin, renamed)).status).toBe(200);
  expect(filesOf(server)).toEqual(['posts/secret.md', 'profile.json']);
  expect((await server.visitor.get('/api/posts/secret')).status).toBe(404);
  const text = show(server, 'posts/secret.md');
  expect(text).toContain('Two');
  expect(text).toMatch(/hidden: true/);
});

test('undoing a rename does not restore a post that was deleted since', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/secret.md': SECRET });
  const admin = await server.signIn();
  const renamed = await push(server, { 'posts/secret.md': null, 'posts/plan.md': SECRET });
  await server.content.reader.refresh();
  await admin.delete('/api/posts/plan');
  const undone = await undo(admin, renamed);
  expect(`${undone.status} ${savedCommit(undone)}`).toBe('200 ');
  expect(filesOf(server)).toEqual(['profile.json']);
});

test('undoing a rename with an edit of a post that was deleted since is one conflict', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/secret.md': SECRET });
  const admin = await server.signIn();
  const edited = SECRET.replace('Two', '2');
  const renamed = await push(server, { 'posts/secret.md': null, 'posts/plan.md': edited });
  await server.content.reader.refresh();
  const deleted = savedCommit(await admin.delete('/api/posts/plan'));
  const { conflicts } = await conflictsOf(await undo(admin, renamed));
  expect(conflicts).toMatchObject([{ file: 'posts/plan.md', field: '', theirs: null }]);
  const decide = (value: unknown) =>
    undo(
      admin,
      renamed,
      { decisions: [{ file: 'posts/plan.md', field: '', value }] },
      { 'content-revision': deleted },
    );
  expect((await decide(null)).status).toBe(200);
  expect(filesOf(server)).toEqual(['profile.json']);

  // Restored under its last name, the post is not restored again by undoing the deletion.
  expect((await decide(conflicts?.[0]?.mine)).status).toBe(200);
  expect(filesOf(server)).toEqual(['posts/plan.md', 'profile.json']);
  await undo(admin, deleted);
  expect(filesOf(server)).toEqual(['posts/plan.md', 'profile.json']);
});

test('undoing a rename asks about a later name, and never replaces another post', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/a.md': SECRET });
  const admin = await server.signIn();
  const renamed = await push(server, { 'posts/a.md': null, 'posts/b.md': SECRET });
  const again = await push(server, { 'posts/b.md': null, 'posts/c.md': SECRET });
  const { conflicts } = await conflictsOf(await undo(admin, renamed));
  expect(conflicts).toEqual([
    {
      ...{ file: 'posts/c.md', field: 'address' },
      ...{ base: '/blogs/b', theirs: '/blogs/c', mine: '/blogs/a' },
    },
  ]);
  const decisions = [{ file: 'posts/c.md', field: 'address', value: '/blogs/c' }];
  expect((await undo(admin, renamed, { decisions }, { 'content-revision': again })).status).toBe(
    200,
  );
  expect(filesOf(server)).toEqual(['posts/c.md', 'profile.json']);

  const head = await push(server, { 'posts/b.md': POST });
  const rejected = await undo(admin, again);
  expect(rejected.status).toBe(400);
  expect(await rejected.json()).toMatchObject({
    message: 'The change cannot be undone: posts/b.md is another file now',
  });
  expect(commitsOf(server.repository)[0]).toBe(head);
});

const LATER = {
  nothing: {},
  'an edit of another post': { 'posts/other.md': POST.replace('One', '1') },
  'a new post': { 'posts/new.md': SECRET },
  'a photo': { 'photos/a.gif': await samplePhoto('tide.gif') },
  'the move of another post': { 'posts/other.md': null, 'posts/another.md': POST },
  'an edit of the moved post': { 'posts/plan.md': SECRET.replace('Two', '2') },
};

test.each(
  Object.entries(LATER).flatMap(([later, files]) =>
    ['by the form', 'by git'].map((how) => ({ how, later, files })),
  ),
)('after $later, a move $how is undone, redone and undone again', async ({ how, files }) => {
  // Too short for a recognition by its lines: the form adds a title and the old address.
  const short = 'Hello there.\n';
  const server = await start({
    ...{ 'profile.json': PROFILE, 'posts/secret.md': how === 'by git' ? SECRET : short },
    'posts/other.md': POST,
  });
  const admin = await server.signIn();
  const moved =
    how === 'by git'
      ? await push(server, { 'posts/secret.md': null, 'posts/plan.md': SECRET })
      : savedCommit(await admin.post('/api/admin/posts/secret/address', { id: 'plan' }));
  const before = filesOf(server);
  const text = show(server, 'posts/plan.md');
  const edited = 'posts/plan.md' in files ? { 'posts/plan.md': `${text}\nAnother line\n` } : files;
  if (Object.keys(edited).length > 0) await push(server, edited);
  const late = filesOf(server);
  expect(before).toContain('posts/plan.md');

  const undone = await undo(admin, moved);
  expect(undone.status).toBe(200);
  const back = late.map((path) => (path === 'posts/plan.md' ? 'posts/secret.md' : path)).sort();
  expect(filesOf(server).sort()).toEqual(back);
  const redone = await undo(admin, savedCommit(undone));
  expect(redone.status).toBe(200);
  expect(filesOf(server)).toEqual(late);
  expect((await undo(admin, savedCommit(redone))).status).toBe(200);
  expect(filesOf(server).sort()).toEqual(back);
});

test('undoing a deletion restores no post that was restored and renamed since', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': SECRET });
  const admin = await server.signIn();
  const deleted = savedCommit(await admin.delete('/api/posts/tides'));
  expect((await undo(admin, deleted)).status).toBe(200);
  await push(server, { 'posts/tides.md': null, 'posts/sea.md': SECRET });
  const undone = await undo(admin, deleted);
  expect(`${undone.status} ${savedCommit(undone)}`).toBe('200 ');
  expect(filesOf(server)).toEqual(['posts/sea.md', 'profile.json']);
});

test('undoing a deletion restores a post that was restored, renamed and deleted since under its last name', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': SECRET });
  const admin = await server.signIn();
  const deleted = savedCommit(await admin.delete('/api/posts/tides'));
  expect((await undo(admin, deleted)).status).toBe(200);
  await push(server, { 'posts/tides.md': null, 'posts/sea.md': SECRET });
  await push(server, { 'posts/sea.md': null });
  await push(server, { 'posts/new.md': '---\ntitle: New\n---\n' });
  expect((await undo(admin, deleted)).status).toBe(200);
  expect(filesOf(server)).toEqual(['posts/new.md', 'posts/sea.md', 'profile.json']);
  expect(show(server, 'posts/sea.md')).toBe(SECRET);
});

test('undoing the creation of a post deletes it under its new name', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const created = savedCommit(
    await admin.put('/api/posts/tides', { title: 'Tides', content: 'One\n\nTwo\n' }),
  );
  const text = show(server, 'posts/tides.md');
  await push(server, { 'posts/tides.md': null, 'posts/sea.md': text });
  expect((await undo(admin, created)).status).toBe(200);
  expect(filesOf(server)).toEqual(['profile.json']);
});

test('undoing an edit of a deleted post does not edit another post with the same bytes', async () => {
  const template = '---\ntitle: New\n---\n\nText\n';
  const server = await start({ 'profile.json': PROFILE, 'posts/x.md': template });
  const admin = await server.signIn();
  await push(server, { 'posts/x.md': template.replace('Text', 'My text') });
  const taken = await push(server, { 'posts/x.md': template });
  await push(server, { 'posts/x.md': null });
  await push(server, { 'posts/y.md': template });
  const { conflicts } = await conflictsOf(await undo(admin, taken));
  expect(conflicts).toMatchObject([{ file: 'posts/x.md', field: '', theirs: null }]);
  expect(show(server, 'posts/y.md')).toBe(template);
});

test('undoing an upload deletes the photo under its new name, with its metadata', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const { id, commit } = await upload(admin, 'first.gif');
  await admin.patch(`/api/admin/uploads/${id}`, { filename: 'second.gif' });
  await admin.patch(`/api/admin/uploads/${id}`, { alt: 'Low tide', caption: 'June' });
  expect((await undo(admin, commit)).status).toBe(200);
  expect(filesOf(server)).toEqual(['profile.json']);
});

test('undoing the rename of a photo that was deleted since restores nothing', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const { id } = await upload(admin, 'first.gif');
  const renamed = await admin.patch(`/api/admin/uploads/${id}`, { filename: 'second.gif' });
  const deleted = await admin.delete(`/api/admin/uploads/${id}`);
  expect((await undo(admin, savedCommit(renamed))).status).toBe(200);
  expect(filesOf(server)).toEqual(['profile.json']);
  await undo(admin, savedCommit(deleted));
  expect((await undo(admin, savedCommit(renamed))).status).toBe(200);
  expect(filesOf(server)).toEqual([
    `photos/${id}/first.gif`,
    `photos/${id}/photo.json`,
    'profile.json',
  ]);
});

test('metadata are moved with a photo, and restored with it', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const [tide, dunes] = await Promise.all(
    ['tide.gif', 'dunes.webp'].map((name) => samplePhoto(name)),
  );
  await push(server, { 'photos/a.gif': tide ?? '', 'photos/a.gif.json': '{"alt": "A"}\n' });
  const moved = await push(server, {
    'photos/a.gif': null,
    'photos/a.gif.json': null,
    'photos/b.gif': tide ?? '',
    'photos/b.gif.json': '{"alt": "A"}\n',
  });
  await push(server, { 'photos/b.gif.json': '{"alt": "Low tide"}\n' });
  expect((await undo(admin, moved)).status).toBe(200);
  expect(filesOf(server)).toEqual(['photos/a.gif', 'photos/a.gif.json', 'profile.json']);
  expect(show(server, 'photos/a.gif.json')).toBe('{"alt": "Low tide"}\n');

  const replaced = await push(server, { 'photos/a.gif': dunes ?? '' });
  const head = await push(server, { 'photos/a.gif': null, 'photos/a.gif.json': null });
  const { conflicts } = await conflictsOf(await undo(admin, replaced));
  const decisions = [{ file: 'photos/a.gif', field: '', value: conflicts?.[0]?.mine }];
  await undo(admin, replaced, { decisions }, { 'content-revision': head });
  expect(filesOf(server)).toEqual(['photos/a.gif', 'photos/a.gif.json', 'profile.json']);
});

test('undoing the first description of a photo keeps what was written since', async () => {
  const path = 'photos/a.gif.json';
  const server = await start({
    'profile.json': PROFILE,
    'photos/a.gif': await samplePhoto('tide.gif'),
  });
  const admin = await server.signIn();
  const described = await push(server, { [path]: '{"alt": "Low tide"}\n' });
  await push(server, { [path]: '{"alt": "Low tide", "caption": "June"}\n' });
  expect((await undo(admin, described)).status).toBe(200);
  expect(JSON.parse(show(server, path))).toEqual({ caption: 'June' });
});

test('a photo is restored under a free file name', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const first = await upload(admin, 'same.gif');
  const deleted = savedCommit(await admin.delete(`/api/admin/uploads/${first.id}`));
  const second = await upload(admin, 'same.gif', 'dunes.webp');
  expect(second.key).toMatch(/same\.webp$/);
  const third = await upload(admin, 'same.gif', 'tide.gif');
  await undo(admin, deleted);
  expect(filesOf(server)).toEqual(
    expect.arrayContaining([third.key, `photos/${first.id}/same-2.gif`]),
  );
  await admin.delete(`/api/admin/uploads/${first.id}`);
  await admin.post(`/api/history/${first.commit}/restore`, { path: first.key });
  expect(filesOf(server)).toContain(`photos/${first.id}/same-2.gif`);
  expect(filesOf(server)).not.toContain(first.key);
});

/** Pushes a commit with another entry in its tree, e.g. of a symbolic link. */
const pushEntry = ({ repository }: TestServer, ...options: string[]): string => {
  git(repository, 'read-tree', 'main');
  git(repository, 'update-index', ...options);
  const tree = git(repository, 'write-tree').trim();
  const identity = ['-c', 'user.name=bea', '-c', 'user.email=bea@example.com'];
  const commit = git(repository, ...identity, 'commit-tree', tree, '-p', 'main', '-m', 'Push');
  git(repository, 'update-ref', 'refs/heads/main', commit.trim());
  return commit.trim();
};

test('the mode of an executable file is restored with it', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const { repository } = server;
  const admin = await server.signIn();
  const modeOf = () => git(repository, 'ls-tree', 'main', 'posts/tides.md').slice(0, 6);
  const blob = git(repository, 'rev-parse', 'main:posts/tides.md').trim();
  pushEntry(server, '--cacheinfo', `100755,${blob},posts/tides.md`);
  const deleted = await push(server, { 'posts/tides.md': null });
  expect((await undo(admin, deleted)).status).toBe(200);
  expect(modeOf()).toBe('100755');

  await push(server, { 'posts/tides.md': null });
  await admin.post(`/api/history/${deleted}/restore`, { path: 'posts/tides.md' });
  expect(modeOf()).toBe('100755');
});

test('a change that can not be undone is refused with the reason', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const { repository } = server;
  const admin = await server.signIn();
  const blob = git(repository, 'rev-parse', 'main:profile.json').trim();
  const module = commitsOf(repository)[0] ?? '';
  const rejected = async (commit: string) => {
    const response = await undo(admin, commit);
    return `${response.status} ${((await response.json()) as ErrorResponseBody).message}`;
  };
  const linked =
    '400 This change cannot be undone here: it added or removed a symbolic link or a submodule';
  const link = pushEntry(server, '--add', '--cacheinfo', `120000,${blob},posts/link.md`);
  expect(await rejected(link)).toBe(linked);
  expect(await rejected(pushEntry(server, '--add', '--cacheinfo', `160000,${module},lib`))).toBe(
    linked,
  );
  const post = git(repository, 'rev-parse', 'main:posts/tides.md').trim();
  expect(await rejected(pushEntry(server, '--cacheinfo', `100755,${post},posts/tides.md`))).toBe(
    '400 This change cannot be undone here: it changed the content of no file',
  );
});

test('undo checks the head first: a push of a moment ago is undone', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const admin = await server.signIn();
  await admin.get('/api/content');
  const pushed = await push(server, { 'posts/tides.md': POST.replace('Two', '2') });
  const undone = await undo(admin, pushed);
  expect(savedCommit(undone)).toBe(commitsOf(server.repository)[0]);
  expect(show(server, 'posts/tides.md')).toBe(POST);

  await push(server, { 'posts/tides.md': null });
  const restored = await admin.post(`/api/history/${pushed}/restore`, { path: 'posts/tides.md' });
  expect(savedCommit(restored)).toBe(commitsOf(server.repository)[0]);
  expect(show(server, 'posts/tides.md')).toContain('2');
});

test('undoing a merge restores its first parent', async () => {
  const server = await start({ 'profile.json': PROFILE, 'posts/tides.md': POST });
  const { repository } = server;
  const admin = await server.signIn();
  const base = commitsOf(repository)[0] ?? '';
  const side = await push(server, { 'posts/tides.md': POST.replace('Two', '2') });
  git(repository, 'update-ref', 'refs/heads/main', base);
  const main = await push(server, { 'profile.json': PROFILE.replace('Poet', 'Engineer') });
  const tree = git(repository, 'merge-tree', '--write-tree', main, side).trim();
  const identity = ['-c', 'user.name=bea', '-c', 'user.email=bea@example.com'];
  const parents = ['-p', main, '-p', side];
  const merge = git(repository, ...identity, 'commit-tree', tree, ...parents, '-m', 'Merge').trim();
  git(repository, 'update-ref', 'refs/heads/main', merge);
  await server.content.reader.refresh();
  expect((await undo(admin, merge)).status).toBe(200);
  expect(subjectOf(repository)).toBe('Undo "Merge"');
  expect(git(repository, 'rev-parse', 'main^{tree}')).toBe(
    git(repository, 'rev-parse', `${main}^{tree}`),
  );
});

test('the first change can not be undone', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const response = await undo(admin, commitsOf(server.repository).at(-1));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'InvalidInput',
    message: 'The first change cannot be undone: there was nothing before it',
  });
});

test('undoing a change twice makes no commit, and neither does a repeated request', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const saved = await saveProfile(admin, { name: 'Grace' });
  const key = { 'idempotency-key': 'undo-of-a-profile' };
  const first = await undo(admin, saved, { decisions: [] }, key);
  const [head] = commitsOf(server.repository);
  const repeated = await undo(admin, saved, { decisions: [] }, key);
  expect(repeated.headers.get(SAVED_COMMIT_HEADER)).toBe(first.headers.get(SAVED_COMMIT_HEADER));
  const again = await undo(admin, saved);
  expect(again.status).toBe(200);
  expect(again.headers.get(SAVED_COMMIT_HEADER)).toBeNull();
  expect(commitsOf(server.repository)[0]).toBe(head);
});

test('a commit names the one that undid it, until that is undone', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const saved = await saveProfile(admin, { name: 'Grace' });
  const undoneOf = async (commit: string) =>
    ((await (await admin.get(`/api/history/${commit}`)).json()) as CommitResponse).undone?.sha;
  expect(await undoneOf(saved)).toBeUndefined();
  const undone = savedCommit(await undo(admin, saved));
  expect(await undoneOf(saved)).toBe(undone);
  const redone = savedCommit(await undo(admin, undone));
  expect([await undoneOf(saved), await undoneOf(undone)]).toEqual([undefined, redone]);
});

test('a long subject is shortened within its quotation marks', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  const subject = 'An outside change '.repeat(5).trim();
  const pushed = await push(server, { 'profile.json': '{}\n' }, `${subject}\n`);
  await server.content.reader.refresh();
  const undone = await undo(admin, pushed);
  expect(subjectOf(server.repository)).toMatch(/^Undo "An outside change .*…"$/);
  expect(subjectOf(server.repository)).toHaveLength(72);
  await undo(admin, undone.headers.get(SAVED_COMMIT_HEADER));
  expect(subjectOf(server.repository)).toMatch(/^Redo "An outside change .*…"$/);
});

test('a commit that does not exist is not undone', async () => {
  const server = await start({ 'profile.json': PROFILE });
  const admin = await server.signIn();
  for (const sha of ['0'.repeat(40), 'main', 'HEAD~1', '..', 'x'.repeat(40)]) {
    expect((await undo(admin, encodeURIComponent(sha))).status, sha).toBe(404);
  }
  expect((await undo(server.visitor, commitsOf(server.repository)[0])).status).toBe(401);
});
