/**
 * Undoing single changes of the local repository. `renames.test.ts` and the random histories in
 * `api/test/histories` undo any changes, on both stores.
 */
import type { CommitResponse, Profile, UploadResponse } from 'content-schema';
import type { PostFields } from 'content-schema/front-matter';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../test/files.ts';
import { changesOf, commitsOf, git, subjectOf } from '../../../test/git.ts';
import { messageOf, readContent } from '../../../test/github/edits.ts';
import { undo } from '../../../test/merge-calls.ts';
import { pushFile } from '../../../test/open-test-content.ts';
import { photoForm } from '../../../test/photo-form.ts';
import { conflictsOf, issuesOf, json, read, savedCommit } from '../../../test/responses.ts';
import { startAsAdmin, type TestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const POST = '---\ntitle: Tides\ntags: [sea]\n---\n\nOne\n\nTwo\n\nThree\n';

const start = (files: TestFiles = {}) =>
  startAsAdmin({ files: { 'profile.json': PROFILE, ...files } });

/** Saves fields of the profile, and returns the commit. */
const saveProfile = async (admin: TestClient, fields: Partial<Profile>): Promise<string> => {
  const { profile } = await readContent(admin);
  return savedCommit(admin.put('/api/profile', { ...profile, ...fields }));
};

test('a save is undone byte for byte by one commit that names it, and redone and undone again', async () => {
  const { admin, visitor, repository, show } = await start();
  const undoneOf = async (commit: string) =>
    (await read<CommitResponse>(admin, `/api/history/${commit}`)).undone?.sha;
  const saved = await saveProfile(admin, { name: 'Grace' });
  expect([saved, await undoneOf(saved)]).toEqual([commitsOf(repository)[0], undefined]);
  const after = show('profile.json');

  const response = await undo(admin, saved);
  const [undone = ''] = commitsOf(repository);
  expect([await savedCommit(response), await response.json()]).toEqual([
    undone,
    { revision: undone },
  ]);
  expect(response.headers.get('content-revision')).toBe(undone);
  expect(show('profile.json')).toBe(PROFILE);
  expect(await readContent(visitor)).toMatchObject({ profile: { name: 'Ada' } });
  const message = git(repository, 'log', '-1', '--format=%B');
  expect(message).toMatch(/^Undo "Update profile: name"\n\n/);
  expect(message).toMatch(new RegExp(`^Undoes: ${saved}$`, 'm'));
  expect(message).toMatch(/^Operation-Id: \S+$/m);
  expect(await savedCommit(undo(admin, saved))).toBe('');
  expect([commitsOf(repository)[0], await undoneOf(saved)]).toEqual([undone, undone]);

  const redone = await savedCommit(undo(admin, undone));
  expect(subjectOf(repository)).toBe('Redo "Update profile: name"');
  expect(show('profile.json')).toBe(after);
  expect([await undoneOf(saved), await undoneOf(undone)]).toEqual([undefined, redone]);
  await undo(admin, redone);
  expect(subjectOf(repository)).toBe('Undo "Update profile: name"');
  expect(show('profile.json')).toBe(PROFILE);
});

test('a file that a push broke is repaired by undoing the push, whose long subject is shortened', async () => {
  const { admin, push, repository } = await start({ 'posts/tides.md': POST });
  const latin1 = Buffer.from(PROFILE.replace('"Ada"', '"Adé\r\n'), 'latin1');
  const subject = `${'An outside change '.repeat(5).trim()}\n`;
  const moved = { 'posts/tides.md': null, 'README.md': POST, 'notes.txt': 'Mine\n' };
  const pushed = await push({ 'profile.json': latin1, ...moved }, subject);
  const undone = await savedCommit(undo(admin, pushed));
  expect(git(repository, 'diff', `${pushed}~`, 'main')).toBe('');
  expect(subjectOf(repository)).toMatch(/^Undo "An outside change .*…"$/);
  expect(subjectOf(repository)).toHaveLength(72);
  await undo(admin, undone);
  expect(subjectOf(repository)).toMatch(/^Redo "An outside change .*…"$/);
  expect(git(repository, 'diff', pushed, 'main')).toBe('');
});

test('an overlap is a conflict that changes nothing, until a valid text is chosen for the present file', async () => {
  const { admin, push, repository, show } = await start();
  const saved = await saveProfile(admin, { name: 'Grace', tagline: 'Letters' });
  const seen = await saveProfile(admin, { tagline: 'Poems' });
  const rejected = await undo(admin, saved);
  expect(await rejected.clone().json()).toMatchObject({ revision: seen });
  expect(await conflictsOf(rejected)).toEqual([
    { file: 'profile.json', field: 'tagline', base: 'Letters', theirs: 'Poems', mine: 'Notes' },
  ]);
  const decide = (value: unknown, revision: string) =>
    undo(admin, saved, {
      decisions: [{ file: 'profile.json', field: 'tagline', value }],
      revision,
    });
  const head = await push({ 'profile.json': show('profile.json').replace('Poems', 'Odes') });
  const again = await decide('Notes', seen);
  expect(await again.clone().json()).toMatchObject({ revision: head });
  expect(await conflictsOf(again)).toMatchObject([{ theirs: 'Odes' }]);
  for (const value of ['x'.repeat(161), { tagline: 'x' }, ['x']]) {
    expect((await decide(value, head)).status).toBe(400);
  }
  expect(commitsOf(repository)[0]).toBe(head);
  await savedCommit(decide('Notes and odes', head));
  expect(JSON.parse(show('profile.json'))).toMatchObject({
    name: 'Ada',
    tagline: 'Notes and odes',
  });
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

/** Fields of which no two values are a conflict. */
const MERGED = ['updatedAt', 'aliases', 'hidden', 'header'];

/** What is newly written in a decision. */
const WRITTEN: Readonly<Record<string, string>> = {
  title: ' Ebb and flood ',
  description: 'Two\nlines',
  content: '\nBoth\n\n',
};

test.each([
  ['posts/t.md', ['order', 'header']],
  ['pages/t.md', ['tags']],
])(
  'a decision about each field of %s is stored, and a new text with any white space',
  async (path, others) => {
    const { content, ...heads } = VALUES;
    const fields = Object.entries(heads).filter(([field]) => !others.includes(field));
    const textOf = (index: number) => {
      const lines = fields.map(([field, values]) => `${field}: ${values[index]}`);
      return { [path]: `---\n${lines.join('\n')}\n---\n\n${content[index]}\n` };
    };
    const { admin, push, show } = await start(textOf(0));
    const change = await push(textOf(1));
    const revision = await push(textOf(2));
    const decisions = (await conflictsOf(undo(admin, change))).map(({ mine, ...conflict }) => ({
      ...conflict,
      value: WRITTEN[conflict.field] ?? mine,
    }));
    const asked = [...fields.map(([field]) => field), 'content'].filter(
      (field) => !MERGED.includes(field),
    );
    expect(decisions.map(({ field }) => field.split('.')[0]).sort()).toEqual(asked.sort());
    await savedCommit(undo(admin, change, { decisions, revision }));
    for (const field of asked) {
      const value = WRITTEN[field] ?? VALUES[field as keyof PostFields][0] ?? '';
      expect(show(path)).toMatch(new RegExp(value.trim().replace(/\s+/g, '\\s+')));
    }
    expect(show(path)).toMatch(/\/a[^]*\/c/);
  },
);

test('the logo and its entry are undone together', async () => {
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const site = { title: 'Ada', description: 'A site', homeButtonMode: 'logo', logo };
  const stored = `${JSON.stringify(site, null, 2)}\n`;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const { admin, paths, show } = await start({ 'site.json': stored, 'assets/logo.svg': svg });
  const logoFrom = async (type: string, sample: string) => {
    const data = Buffer.from(await samplePhoto(sample)).toString('base64');
    return { logo: { type, alt: 'Mark', data: `data:${type};base64,${data}` } };
  };
  const png = await logoFrom('image/png', 'lighthouse.png');
  const webp = await logoFrom('image/webp', 'dunes.webp');
  const save = (fields: object) => savedCommit(admin.put('/api/site', { ...site, ...fields }));
  const change = await save(png);
  const revision = await save({ ...webp, title: 'Grace' });
  const [conflict, ...others] = await conflictsOf(undo(admin, change));
  expect(others).toEqual([]);
  expect(conflict).toMatchObject({ file: 'site.json', field: 'logo.data', theirs: webp.logo.data });
  await undo(admin, change, { decisions: [{ ...conflict!, value: conflict?.mine }], revision });
  expect(paths()).toEqual(['assets/logo.svg', 'profile.json', 'site.json']);
  expect(show('site.json')).toBe(stored.replace('"Ada"', '"Grace"'));
});

test('an image that others replaced is a conflict, with URLs of both versions', async () => {
  const path = 'photos/beach.gif';
  const [tide = '', dunes = '', frost = ''] = await Promise.all(
    ['tide.gif', 'dunes.webp', 'frost.avif'].map((name) => samplePhoto(name)),
  );
  const { admin, push, repository } = await start({ [path]: tide });
  const change = await push({ [path]: dunes });
  const revision = await push({ [path]: frost });
  const [conflict] = await conflictsOf(undo(admin, change));
  expect(conflict).toMatchObject({ file: path, field: '' });
  const shown = await admin.get(conflict?.mine as string);
  expect(shown.headers.get('content-type')).toBe('image/gif');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(tide));
  const decisions = [{ file: path, field: '', value: conflict?.mine }];
  await undo(admin, change, { decisions, revision });
  expect(changesOf(repository)).toEqual([`M ${path}`]);
  expect(git(repository, 'rev-parse', `main:${path}`)).toBe(
    git(repository, 'rev-parse', `${change}~:${path}`),
  );
});

const upload = async (admin: TestClient, name: string, sample = 'tide.gif') => {
  const body = photoForm(name, await samplePhoto(sample));
  const response = await admin.request('POST', '/api/uploads', { body });
  const commit = response.headers.get('saved-commit') ?? '';
  return { ...(await json<UploadResponse>(response)), commit };
};

const SECRET = '---\ntitle: Secret\n---\n\nOne\n\nTwo\n\nThree\n';

test('undoing a rename with an edit of a post that was deleted since is one conflict', async () => {
  const { admin, push, paths } = await start({ 'posts/secret.md': SECRET });
  const renamed = { 'posts/secret.md': null, 'posts/plan.md': SECRET.replace('Two', '2') };
  const change = await push(renamed);
  const revision = await savedCommit(admin.delete('/api/posts/plan'));
  const [conflict, ...others] = await conflictsOf(undo(admin, change));
  expect(others).toEqual([]);
  expect(conflict).toMatchObject({ file: 'posts/plan.md', field: '', theirs: null });
  const decide = (value: unknown) =>
    undo(admin, change, { decisions: [{ file: 'posts/plan.md', field: '', value }], revision });
  await savedCommit(decide(null));
  expect(paths()).toEqual(['profile.json']);

  // Restored under its last name, the post is not restored again by undoing the deletion.
  await savedCommit(decide(conflict?.mine));
  expect(paths()).toEqual(['posts/plan.md', 'profile.json']);
  await undo(admin, revision);
  expect(paths()).toEqual(['posts/plan.md', 'profile.json']);
});

test('undoing a rename never replaces another post', async () => {
  const { admin, push, repository } = await start({ 'posts/a.md': SECRET });
  const renamed = await push({ 'posts/a.md': null, 'posts/b.md': SECRET });
  const head = await push({ 'posts/a.md': POST });
  const rejected = await undo(admin, renamed);
  expect([rejected.status, await messageOf(rejected)]).toEqual([
    400,
    'The change cannot be undone: posts/a.md is another file now',
  ]);
  expect(commitsOf(repository)[0]).toBe(head);
});

test('a post that was created or restored is followed to its last name', async () => {
  const { admin, push, paths, show } = await start();
  const created = await savedCommit(
    admin.put('/api/posts/tides', { title: 'Tides', content: 'One\n\nTwo\n' }),
  );
  const text = show('posts/tides.md');
  const deleted = await savedCommit(admin.delete('/api/posts/tides'));
  await savedCommit(undo(admin, deleted));
  await push({ 'posts/tides.md': null, 'posts/sea.md': text.replace('Two', '2') });
  expect(await savedCommit(undo(admin, deleted))).toBe('');
  expect(paths()).toEqual(['posts/sea.md', 'profile.json']);

  await push({ 'posts/sea.md': null });
  await push({ 'posts/new.md': '---\ntitle: New\n---\n' });
  await savedCommit(undo(admin, deleted));
  expect(paths()).toEqual(['posts/new.md', 'posts/sea.md', 'profile.json']);
  expect(show('posts/sea.md')).toBe(text);
  await savedCommit(undo(admin, created));
  expect(paths()).toEqual(['posts/new.md', 'profile.json']);
});

test('undoing an upload deletes the photo under its last name, and a rename restores none', async () => {
  const { admin, paths, push } = await start();
  const { id, commit } = await upload(admin, 'first.gif');
  const edit = (fields: object) => savedCommit(admin.patch(`/api/admin/uploads/${id}`, fields));
  const renamed = await edit({ filename: 'second.gif' });
  await edit({ alt: 'Low tide', caption: 'June' });
  const deleted = await savedCommit(undo(admin, commit));
  expect(paths()).toEqual(['profile.json']);
  expect(await savedCommit(undo(admin, renamed))).toBe('');
  await savedCommit(undo(admin, deleted));
  await savedCommit(undo(admin, renamed));
  const folder = `photos/${id}`;
  expect(paths()).toEqual([`${folder}/first.gif`, `${folder}/photo.json`, 'profile.json']);

  const remove = async () =>
    (await admin.delete(`/api/admin/uploads/${id}`)).headers.get('saved-commit') ?? '';
  const removed = await remove();
  await savedCommit(undo(admin, removed));
  await edit({ filename: 'third.gif' });
  await remove();
  // A renamed photo is looked for only if there are new files.
  await push({ 'posts/new.md': POST });
  await savedCommit(undo(admin, removed));
  expect(paths().slice(0, 2)).toEqual([`${folder}/photo.json`, `${folder}/third.gif`]);
});

test('metadata are moved with a photo, and restored with it', async () => {
  const [tide = '', dunes = ''] = await Promise.all(
    ['tide.gif', 'dunes.webp'].map((name) => samplePhoto(name)),
  );
  const first = { 'photos/a.gif': tide, 'photos/a.gif.json': '{"alt": "A"}\n' };
  const { admin, push, paths, show } = await start(first);
  const none = { 'photos/a.gif': null, 'photos/a.gif.json': null };
  const second = { 'photos/b.gif': tide, 'photos/b.gif.json': '{"alt": "A"}\n' };
  const moved = await push({ ...none, ...second });
  await push({ 'photos/b.gif.json': '{"alt": "Low tide"}\n' });
  await savedCommit(undo(admin, moved));
  expect(paths()).toEqual([...Object.keys(first), 'profile.json']);
  expect(show('photos/a.gif.json')).toBe('{"alt": "Low tide"}\n');

  const replaced = await push({ 'photos/a.gif': dunes });
  const revision = await push(none);
  const [conflict] = await conflictsOf(undo(admin, replaced));
  const decisions = [{ file: 'photos/a.gif', field: '', value: conflict?.mine }];
  await undo(admin, replaced, { decisions, revision });
  expect(paths()).toEqual([...Object.keys(first), 'profile.json']);
});

test('undoing the first description of a photo keeps what was written since', async () => {
  const path = 'photos/a.gif.json';
  const { admin, push, show } = await start({ 'photos/a.gif': await samplePhoto('tide.gif') });
  const described = await push({ [path]: '{"alt": "Low tide"}\n' });
  await push({ [path]: '{"alt": "Low tide", "caption": "June"}\n' });
  await savedCommit(undo(admin, described));
  expect(JSON.parse(show(path))).toEqual({ caption: 'June' });
});

test('a photo is restored under a free file name', async () => {
  const { admin, paths } = await start();
  const first = await upload(admin, 'same.gif');
  const deleted = await admin.delete(`/api/admin/uploads/${first.id}`);
  expect((await upload(admin, 'same.gif', 'dunes.webp')).key).toMatch(/same\.webp$/);
  const third = await upload(admin, 'same.gif');
  const another = `photos/${first.id}/same-2.gif`;
  await undo(admin, deleted.headers.get('saved-commit') ?? '');
  expect(paths()).toEqual(expect.arrayContaining([third.key, another]));
  await admin.delete(`/api/admin/uploads/${first.id}`);
  await admin.post(`/api/history/${first.commit}/restore`, { path: first.key });
  expect(paths()).toContain(another);
  expect(paths()).not.toContain(first.key);
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
  const server = await start({ 'posts/tides.md': POST });
  const { admin, push, repository } = server;
  const modeOf = () => git(repository, 'ls-tree', 'main', 'posts/tides.md').slice(0, 6);
  const blob = git(repository, 'rev-parse', 'main:posts/tides.md').trim();
  pushEntry(server, '--cacheinfo', `100755,${blob},posts/tides.md`);
  const deleted = await push({ 'posts/tides.md': null });
  await savedCommit(undo(admin, deleted));
  expect(modeOf()).toBe('100755');

  await push({ 'posts/tides.md': null });
  await admin.post(`/api/history/${deleted}/restore`, { path: 'posts/tides.md' });
  expect(modeOf()).toBe('100755');
});

test('a change that can not be undone is refused with the reason', async () => {
  const server = await start({ 'posts/tides.md': POST });
  const { admin, repository } = server;
  const blobOf = (path: string) => git(repository, 'rev-parse', `main:${path}`).trim();
  const [first = ''] = commitsOf(repository);
  const link = ['--add', '--cacheinfo', `120000,${blobOf('profile.json')},posts/link.md`];
  const module = ['--add', '--cacheinfo', `160000,${first},lib`];
  const mode = ['--cacheinfo', `100755,${blobOf('posts/tides.md')},posts/tides.md`];
  const linked = 'it added or removed a symbolic link or a submodule';
  for (const [entry, reason] of [
    [link, linked],
    [module, linked],
    [mode, 'it changed the content of no file'],
  ] as const) {
    const response = await undo(admin, pushEntry(server, ...entry));
    const message = `This change cannot be undone here: ${reason}`;
    expect([response.status, await messageOf(response)]).toEqual([400, message]);
  }
  expect(await issuesOf(undo(admin, first))).toEqual([
    expect.stringContaining('The first change cannot be undone: there was nothing before it'),
  ]);
});

test('undo checks the head first: a push of a moment ago is undone', async () => {
  const path = 'posts/tides.md';
  const { admin, outsider, repository, show } = await start({ [path]: POST });
  await readContent(admin);
  const pushed = await pushFile(outsider, path, POST.replace('Two', '2'));
  expect(await savedCommit(undo(admin, pushed))).toBe(commitsOf(repository)[0]);
  expect(show(path)).toBe(POST);

  await pushFile(outsider, path, null);
  const restored = await savedCommit(admin.post(`/api/history/${pushed}/restore`, { path }));
  expect(restored).toBe(commitsOf(repository)[0]);
  expect(show(path)).toContain('2');
});
