// Needs: checklist, feeds, history
import type { ContentResponse } from 'content-schema';
import { readDefaultContent, readFirstContent } from 'fixtures/default-content';
import { expect, test } from 'vitest';
import { readCommit } from '../../../../test/compared.ts';
import { changesOf, commitsOf, git } from '../../../../test/git.ts';
import { undo } from '../../../../test/merge-calls.ts';
import { read, savedCommit } from '../../../../test/responses.ts';
import {
  startAsAdmin,
  startTestServer,
  type TestServer,
} from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const OBJECTS = ['site', 'profile', 'sections'] as const;

/** Returns the texts of the three files, each of which begins a line with its brace. */
const showAll = ({ repository }: TestServer): string[] =>
  git(repository, 'show', ...OBJECTS.map((name) => `main:${name}.json`)).split(/^(?=\{)/m);

const schemasOf = (server: TestServer): unknown[] =>
  showAll(server).map((text) => (JSON.parse(text) as { $schema?: unknown }).$schema);

const readContent = (client: TestClient) => read<ContentResponse>(client, '/api/content');

test('editors get the schemas of the four files, from anywhere and from caches', async () => {
  const { visitor } = await startTestServer();
  for (const name of [...OBJECTS, 'experiences']) {
    const response = await visitor.get(`/schemas/${name}.json`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringContaining('application/schema+json') as string,
      'cache-control': expect.stringContaining('public, max-age=') as string,
      'access-control-allow-origin': '*',
      etag: expect.any(String) as string,
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: expect.stringMatching(new RegExp(`^http.+/schemas/${name}\\.json$`)) as string,
      title: `${name}.json`,
      type: name === 'experiences' ? 'array' : 'object',
    });
  }
  const site = await read<object>(visitor, '/schemas/site.json');
  expect(site).toHaveProperty('properties.description', {
    title: 'Meta description',
    type: 'string',
    maxLength: 300,
  });
  expect(site).toHaveProperty('properties.logo.properties.path.type', 'string');
  const name = 'properties.projects.properties.items.items.properties.name.title';
  expect(await read(visitor, '/schemas/sections.json')).toHaveProperty(name, 'Name');
  expect(site).toHaveProperty('properties.hue.enum', [null, ...Array(360).keys()]);
  expect((await visitor.get('/schemas/post.json')).status).toBe(404);
});

test('the first content names its schemas, and only there', async () => {
  const files = await readFirstContent('https://ada.example');
  const sample = await readDefaultContent();
  const server = await startAsAdmin({ files });
  const { admin } = server;
  expect(schemasOf(server)).toEqual(
    OBJECTS.map((name) => `https://ada.example/schemas/${name}.json`),
  );
  for (const name of OBJECTS) {
    const { $schema: _, ...others } = JSON.parse(server.show(`${name}.json`)) as {
      $schema: string;
    };
    const text = Buffer.from(sample.get(`${name}.json`) ?? []).toString();
    expect(others).toEqual(JSON.parse(text));
    expect(server.show(`${name}.json`).split('\n').toSpliced(1, 1).join('\n')).toBe(text);
  }
  for (const path of ['/api/content', '/', '/experiences', '/feed.json']) {
    for (const client of [admin, server.visitor]) {
      expect(await (await client.get(path)).text()).not.toContain('$schema');
    }
  }
  const plain = await startAsAdmin({ files: sample });
  const tasks = await read(plain.admin, '/api/admin/checklist');
  expect(await read(admin, '/api/admin/checklist')).toEqual(tasks);
  expect((await admin.post('/api/reset')).status).toBe(200);
  expect(commitsOf(server.repository)).toHaveLength(1);
});

test.each([['https://ada.example/site.json'], [''], [5], [null], [{ a: [1] }], [['x']]])(
  'saves, undo, restoring and resetting keep the schema %j, and it is no problem',
  async ($schema) => {
    const sample = await readDefaultContent();
    const files = new Map(sample);
    for (const name of OBJECTS) {
      const value = JSON.parse(Buffer.from(sample.get(`${name}.json`)!).toString()) as object;
      files.set(`${name}.json`, Buffer.from(`${JSON.stringify({ $schema, ...value }, null, 2)}\n`));
    }
    const server = await startAsAdmin({ files });
    const { admin } = server;
    const before = await readContent(admin);
    expect(before.problems).toEqual([]);
    expect(JSON.stringify(before)).not.toContain('$schema');
    const kept = [$schema, $schema, $schema];
    const expectOk = async (response: Promise<Response>) => {
      expect((await response).status).toBe(200);
      expect(schemasOf(server)).toEqual(kept);
    };
    const texts = showAll(server);

    const { profile, sections, site } = before;
    await expectOk(admin.put('/api/profile', { ...profile, name: 'Bea', $schema: 'other' }));
    await expectOk(
      admin.patch('/api/content', {
        site: { ...site, title: 'Bea', logo: null },
        sections: { ...sections, contact: { description: 'Write' } },
      }),
    );
    const [both = '', name = '', first = ''] = commitsOf(server.repository);
    const { files: changed } = await readCommit(admin, both);
    expect(JSON.stringify(changed.map((file) => [file.before, file.after]))).not.toContain(
      '$schema',
    );
    await expectOk(undo(admin, name));
    await expectOk(undo(admin, both));
    expect(showAll(server)).toEqual(texts);

    await expectOk(admin.put('/api/profile', { ...profile, name: 'Cleo' }));
    const restore = { path: 'profile.json' };
    await expectOk(admin.post(`/api/history/${first}/restore`, restore));
    expect(server.show('profile.json')).toBe(texts[1]);
    await expectOk(admin.put('/api/profile', { ...profile, name: 'Dora' }));
    await expectOk(admin.post('/api/reset'));
    expect(changesOf(server.repository)).toEqual(['M profile.json']);
  },
);

test('a key that was added by hand stays when an older version is restored', async () => {
  const { admin, outsider, push, show } = await startAsAdmin();
  const first = await outsider.head();
  const named = show('profile.json').replace('{', '{\n  "$schema": "mine",');
  await push({ 'profile.json': named });
  const { profile } = await readContent(admin);
  await savedCommit(admin.put('/api/profile', { ...profile, name: 'Bea' }));
  await savedCommit(admin.post(`/api/history/${first}/restore`, { path: 'profile.json' }));
  expect(show('profile.json')).toBe(named);
});

test('an undo merges around a schema that both sides changed, without a conflict', async () => {
  const { admin, push, show } = await startAsAdmin();
  const paths = ['profile.json', 'site.json'];
  const edit = (change: (text: string) => string) =>
    push(Object.fromEntries(paths.map((path) => [path, change(show(path))])));
  await edit((text) => text.replace('{', '{\n  "$schema": "one",'));
  const commit = await edit((text) =>
    text.replace('"one"', '"two"').replaceAll('Marit Ashgrove', 'Bea'),
  );
  await edit((text) => text.replace('"two"', '"three"'));
  await savedCommit(undo(admin, commit));
  for (const path of paths) {
    expect(show(path)).toContain('  "$schema": "three",');
    expect(show(path)).not.toContain('Bea');
  }
});
