import {
  SAVED_COMMIT_HEADER,
  type ContentResponse,
  type DeleteUploadsResponse,
  type Project,
  type Sections,
  type SectionsResponse,
  type UploadsResponse,
} from 'content-schema';
import { readDefaultContent, readFirstVersion } from 'fixtures/default-content';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { startTestServer, type TestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const projectNamed = (name: string, fields: Partial<Project> = {}): Project => ({
  ...{ name, year: '', description: '', link: '', repository: '', stack: [], photo: '' },
  ...fields,
});

const sectionsWith = (sections: Sections, items: Project[]): Sections => ({
  ...sections,
  projects: { ...sections.projects, items },
});

const readSections = async (client: TestClient): Promise<Sections> => {
  const response = await client.get('/api/content');
  return ((await response.json()) as ContentResponse).sections as Sections;
};

const storedNames = ({ repository }: TestServer): string[] => {
  const text = git(repository, 'show', 'main:sections.json');
  return (JSON.parse(text) as Sections).projects.items.map(({ name }) => name);
};

const startWith = async (...items: Project[]) => {
  const server = await startTestServer({
    files: new Map<string, Uint8Array>([
      ['sections.json', Buffer.from(JSON.stringify({ projects: { items } }))],
      ['photos/1/a.png', await samplePhoto('lighthouse.png')],
      ['photos/1/photo.json', Buffer.from('{"width": 900, "height": 600, "alt": "A lamp"}')],
    ]),
  });
  const admin = await server.signIn();
  return { server, admin, sections: await readSections(admin) };
};

test('a section that a repository never had appears nowhere until its owner adds an entry', async () => {
  const server = await startTestServer({ files: await readFirstVersion() });
  const { visitor, repository } = server;
  const admin = await server.signIn();
  const seen = async () => {
    const content = (await (await visitor.get('/api/content')).json()) as ContentResponse;
    return content.sections.projects && { ...content.sections.projects, items: 'shown' };
  };
  expect(await seen()).toBeUndefined();
  const sections = await readSections(admin);
  await admin.put('/api/sections', { ...sections, contact: { description: 'Hello' } });
  expect(git(repository, 'show', 'main:sections.json')).not.toContain('projects');
  expect(await seen()).toBeUndefined();

  const changed = sectionsWith(await readSections(admin), [projectNamed('Tide table')]);
  expect((await admin.put('/api/sections', changed)).status).toBe(200);
  expect(subjectOf(repository)).toBe('Update section copy: projects');
  expect(await seen()).toEqual({ visible: true, onLanding: false, items: 'shown' });
  const { projects } = changed;
  await admin.put('/api/sections', { ...changed, projects: { ...projects, onLanding: true } });
  expect(subjectOf(repository)).toBe('Update section copy: show projects on the landing page');
  expect(await seen()).toEqual({ visible: true, onLanding: true, items: 'shown' });
  await admin.put('/api/sections', { ...changed, projects: { ...projects, visible: false } });
  expect(await seen()).toBeUndefined();
});

test('a client that knows no projects keeps them', async () => {
  const { server, admin, sections } = await startWith(projectNamed('Tide table'));
  const { projects: _, ...others } = sections;
  await admin.put('/api/sections', { ...others, contact: { description: 'Hello' } });
  expect(storedNames(server)).toEqual(['Tide table']);
});

test('all issues of all projects are reported at once', async () => {
  const { server, admin, sections } = await startWith();
  const response = await admin.put(
    '/api/sections',
    sectionsWith(sections, [
      projectNamed('A', { link: 'github.com/ada', repository: 'http://example.com/a?b#c' }),
      projectNamed(' ', { link: 'javascript:alert(1)', repository: 'mine' }),
    ]),
  );
  expect(response.status).toBe(400);
  const { issues } = (await response.json()) as { issues: unknown };
  expect(issues).toEqual([
    { path: 'projects.items.1.name', message: 'Project 2 needs a name' },
    {
      path: 'projects.items.1.link',
      message: 'Project 2 needs a web address as its link, or none',
    },
    {
      path: 'projects.items.1.repository',
      message: 'Project 2 needs a web address as its repository, or none',
    },
  ]);
  expect(commitsOf(server.repository)).toHaveLength(1);
});

test('projects that two tabs add, edit, remove and reorder are merged by their names', async () => {
  const [a, b, c] = [projectNamed('Atlas'), projectNamed('Buoy'), projectNamed('Chart')];
  const { server, admin, sections } = await startWith(a, b, c);
  const base = { 'content-revision': commitsOf(server.repository)[0] ?? '' };
  const save = (items: Project[]) =>
    admin.put('/api/sections', sectionsWith(sections, items), base);
  const edited = { ...b, year: '2020', stack: ['Go'] };
  expect((await save([c, a, edited, projectNamed('Depth')])).status).toBe(200);
  expect(
    (await save([{ ...b, link: 'https://buoy.example' }, c, projectNamed('Ebb')])).status,
  ).toBe(200);
  expect(storedNames(server).toSorted()).toEqual(['Buoy', 'Chart', 'Depth', 'Ebb']);
  const { projects } = await readSections(admin);
  expect(projects.items.find(({ name }) => name === 'Buoy')).toMatchObject({
    ...{ year: '2020', stack: ['Go'], link: 'https://buoy.example' },
  });
  const conflict = await save([a, { ...b, year: '1999' }, c]);
  expect(await conflict.json()).toMatchObject({
    conflicts: [
      { field: expect.stringMatching(/^projects\.items\.\d\.year$/) as string, entry: 'Buoy' },
    ],
  });
});

test('a removed project comes back by undo', async () => {
  const { server, admin, sections } = await startWith(projectNamed('Atlas'), projectNamed('Buoy'));
  const response = await admin.put(
    '/api/sections',
    sectionsWith(sections, sections.projects.items.slice(1)),
  );
  const commit = response.headers.get(SAVED_COMMIT_HEADER) ?? '';
  expect((await admin.post(`/api/history/${commit}/undo`, { decisions: [] })).status).toBe(200);
  expect(storedNames(server)).toEqual(['Atlas', 'Buoy']);
});

test('the photo is shown in sizes with its alt text, and a deletion says that a project uses it', async () => {
  const { server, admin } = await startWith(projectNamed('Atlas', { photo: '![](/photos/1)' }));
  const { projects } = (await readSections(server.visitor)) as SectionsResponse;
  expect(projects?.items[0]?.photoHtml).toMatch(
    /<img [^>]*alt="A lamp"[^>]*srcset="\/photos\/1\?w=[^>]*sizes="/,
  );
  const { uploads } = (await (await admin.get('/api/admin/uploads')).json()) as UploadsResponse;
  const use = { file: 'sections.json', field: 'projects.items.0.photo', title: 'Project 1: photo' };
  expect(uploads[0]?.usedIn).toEqual([use]);
  const response = await admin.post('/api/admin/uploads/delete', { ids: ['1'] });
  expect(((await response.json()) as DeleteUploadsResponse).deleted[0]?.usedIn).toEqual([use]);
});

test('editors know projects, and problems of a file name them', async () => {
  const { visitor, signIn } = await startTestServer({
    files: new Map([
      ...(await readDefaultContent()),
      ['sections.json', Buffer.from('{"projects": {"items": [{"stack": "Go"}]}}')],
    ]),
  });
  const schema: unknown = await (await visitor.get('/schemas/sections.json')).json();
  expect(schema).toHaveProperty('properties.projects.properties.items.items.properties.name', {
    title: 'Name',
    type: 'string',
  });
  const content = (await (await (await signIn()).get('/api/content')).json()) as ContentResponse;
  expect(content.problems).toMatchObject([
    { path: 'sections.json', message: '"projects.items.1.stack" must be a list' },
  ]);
});
