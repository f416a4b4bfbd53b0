// Needs: checklist, feeds, history
import type { ContentResponse } from 'content-schema';
import { readDefaultContent, readFirstContent } from 'fixtures/default-content';
import { expect, test } from 'vitest';
import { readCommit } from '../../../../test/compared.ts';
import { changesOf, commitsOf, git } from '../../../../test/git.ts';
import { startTestServer, type TestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const OBJECTS = ['site', 'profile', 'sections'] as const;

const show = ({ repository }: TestServer, path: string): string =>
  git(repository, 'show', `main:${path}`);

/** Returns the texts of the three files, each of which begins a line with its brace. */
const showAll = ({ repository }: TestServer): string[] =>
  git(repository, 'show', ...OBJECTS.map((name) => `main:${name}.json`)).split(/^(?=\{)/m);

const schemasOf = (server: TestServer): unknown[] =>
  showAll(server).map((text) => (JSON.parse(text) as { $schema?: unknown }).$schema);

const readContent = async (client: TestClient): Promise<ContentResponse> =>
  (await (await client.get('/api/content')).json()) as ContentResponse;

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
  const site = (await (await visitor.get('/schemas/site.json')).json()) as object;
  expect(site).toHaveProperty('properties.description', {
    title: 'Meta description',
    type: 'string',
    maxLength: 300,
  });
  expect(site).toHaveProperty('properties.logo.properties.path.type', 'string');
  expect(site).toHaveProperty('properties.hue.enum', [null, ...Array(360).keys()]);
  expect((await visitor.get('/schemas/post.json')).status).toBe(404);
});

test('the first content names its schemas, and only there', async () => {
  const files = await readFirstContent('https://ada.example');
  const sample = await readDefaultContent();
  const server = await startTestServer({ files });
  expect(schemasOf(server)).toEqual(
    OBJECTS.map((name) => `https://ada.example/schemas/${name}.json`),
  );
  for (const name of OBJECTS) {
    const { $schema: _, ...others } = JSON.parse(show(server, `${name}.json`)) as {
      $schema: string;
    };
    const text = Buffer.from(sample.get(`${name}.json`) ?? []).toString();
    expect(others).toEqual(JSON.parse(text));
    expect(show(server, `${name}.json`).split('\n').toSpliced(1, 1).join('\n')).toBe(text);
  }
  const admin = await server.signIn();
  for (const path of ['/api/content', '/', '/experiences', '/feed.json']) {
    for (const client of [admin, server.visitor]) {
      expect(await (await client.get(path)).text()).not.toContain('$schema');
    }
  }
  const tasksOf = async (client: TestClient): Promise<unknown> =>
    (await client.get('/api/admin/checklist')).json();
  const plain = await startTestServer({ files: sample });
  expect(await tasksOf(admin)).toEqual(await tasksOf(await plain.signIn()));
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
    const server = await startTestServer({ files });
    const admin = await server.signIn();
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
    const [both, name, first] = commitsOf(server.repository);
    const { files: changed } = await readCommit(admin, both);
    expect(JSON.stringify(changed.map((file) => [file.before, file.after]))).not.toContain(
      '$schema',
    );
    await expectOk(admin.post(`/api/history/${name ?? ''}/undo`, { decisions: [] }));
    await expectOk(admin.post(`/api/history/${both ?? ''}/undo`, { decisions: [] }));
    expect(showAll(server)).toEqual(texts);

    await expectOk(admin.put('/api/profile', { ...profile, name: 'Cleo' }));
    const restore = { path: 'profile.json' };
    await expectOk(admin.post(`/api/history/${first ?? ''}/restore`, restore));
    expect(show(server, 'profile.json')).toBe(texts[1]);
    await expectOk(admin.put('/api/profile', { ...profile, name: 'Dora' }));
    await expectOk(admin.post('/api/reset'));
    expect(changesOf(server.repository)).toEqual(['M profile.json']);
  },
);

test('a key that was added by hand stays when an older version is restored', async () => {
  const server = await startTestServer();
  const admin = await server.signIn();
  const text = show(server, 'profile.json');
  const named = text.replace('{', '{\n  "$schema": "mine",');
  const expectedHead = await server.outsider.head();
  await server.outsider.commit({
    ...{ expectedHead, message: 'By hand\n', operationId: 'by hand' },
    changes: new Map([['profile.json', Buffer.from(named)]]),
  });
  const { profile } = await readContent(admin);
  expect((await admin.put('/api/profile', { ...profile, name: 'Bea' })).status).toBe(200);
  const restored = await admin.post(`/api/history/${expectedHead}/restore`, {
    path: 'profile.json',
  });
  expect(restored.status).toBe(200);
  expect(show(server, 'profile.json')).toBe(named);
});

test('an undo merges around a schema that both sides changed, without a conflict', async () => {
  const server = await startTestServer();
  const admin = await server.signIn();
  const push = async (change: (text: string) => string) => {
    const expectedHead = await server.outsider.head();
    const changes = new Map(
      ['profile.json', 'site.json'].map((path) => [path, Buffer.from(change(show(server, path)))]),
    );
    const request = { expectedHead, message: 'By hand\n', operationId: 'by hand', changes };
    return (await server.outsider.commit(request)).head;
  };
  await push((text) => text.replace('{', '{\n  "$schema": "one",'));
  const commit = await push((text) =>
    text.replace('"one"', '"two"').replaceAll('Marit Ashgrove', 'Bea'),
  );
  await push((text) => text.replace('"two"', '"three"'));
  const undone = await admin.post(`/api/history/${commit}/undo`, { decisions: [] });
  expect(undone.status).toBe(200);
  for (const path of ['profile.json', 'site.json']) {
    expect(show(server, path)).toContain('  "$schema": "three",');
    expect(show(server, path)).not.toContain('Bea');
  }
});
