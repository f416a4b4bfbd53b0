// Needs: history
import type { DeleteUploadsResponse, Project, Sections, UploadsResponse } from 'content-schema';
import { readFirstVersion } from 'fixtures/default-content';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { commitsOf, subjectOf } from '../../../../test/git.ts';
import { readContent } from '../../../../test/github/edits.ts';
import { issuesOf, json, read, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const projectNamed = (name: string, fields: Partial<Project> = {}) =>
  ({
    ...{ name, year: '', description: '', link: '', repository: '', stack: [], photo: '' },
    ...fields,
  }) as Project;

const sectionsWith = (sections: Sections, items: Project[]): Sections => ({
  ...sections,
  projects: { ...sections.projects, items },
});

const readSections = async (client: TestClient): Promise<Sections> =>
  (await readContent(client)).sections as Sections;

const startWith = async (...items: Project[]) => {
  const server = await startAsAdmin({
    files: {
      'sections.json': JSON.stringify({ projects: { items } }),
      'photos/1/a.png': await samplePhoto('lighthouse.png'),
      'photos/1/photo.json': '{"width": 900, "height": 600, "alt": "A lamp"}',
    },
  });
  const { admin, show } = server;
  const sections = await readSections(admin);
  return {
    ...server,
    sections,
    put: (projects: Project[], headers = {}) =>
      admin.put('/api/sections', sectionsWith(sections, projects), headers),
    storedNames: () => {
      const { projects } = JSON.parse(show('sections.json')) as Sections;
      return projects.items.map(({ name }) => name);
    },
  };
};

test('a section that a repository never had appears nowhere until its owner adds an entry', async () => {
  const { admin, visitor, repository, show } = await startAsAdmin({
    files: await readFirstVersion(),
  });
  const seen = async () => {
    const { projects } = (await readContent(visitor)).sections;
    return projects && { ...projects, items: 'shown' };
  };
  expect(await seen()).toBeUndefined();
  const sections = await readSections(admin);
  await admin.put('/api/sections', { ...sections, contact: { description: 'Hello' } });
  expect(show('sections.json')).not.toContain('projects');
  expect(await seen()).toBeUndefined();

  const changed = sectionsWith(await readSections(admin), [projectNamed('Tide table')]);
  await savedCommit(admin.put('/api/sections', changed));
  expect(subjectOf(repository)).toBe('Update section copy: projects');
  expect(await seen()).toEqual({ visible: true, onLanding: false, items: 'shown' });
  const { projects } = changed;
  await admin.put('/api/sections', { ...changed, projects: { ...projects, onLanding: true } });
  expect(subjectOf(repository)).toBe('Update section copy: show projects on the landing page');
  expect(await seen()).toEqual({ visible: true, onLanding: true, items: 'shown' });
  await admin.put('/api/sections', { ...changed, projects: { ...projects, visible: false } });
  expect(await seen()).toBeUndefined();
});

test('all issues of all projects are reported at once', async () => {
  const { put, repository } = await startWith();
  const invalid = [
    projectNamed('A', { link: 'github.com/ada', repository: 'http://example.com/a?b#c' }),
    projectNamed(' ', { link: 'javascript:alert(1)', repository: 'mine' }),
  ];
  expect(await issuesOf(put(invalid))).toEqual([
    'projects.items.1.name: Project 2 needs a name',
    'projects.items.1.link: Project 2 needs a web address as its link, or none',
    'projects.items.1.repository: Project 2 needs a web address as its repository, or none',
  ]);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('the photo is shown in sizes with its alt text, and a deletion says that a project uses it', async () => {
  const { admin, visitor } = await startWith(projectNamed('Atlas', { photo: '![](/photos/1)' }));
  const { projects } = (await readContent(visitor)).sections;
  expect(projects?.items[0]?.photoHtml).toMatch(
    /<source [^>]*srcset="\/photos\/1\/[^>]*sizes="[^>]*><img [^>]*alt="A lamp"/,
  );
  const { uploads } = await read<UploadsResponse>(admin, '/api/admin/uploads');
  const use = { file: 'sections.json', field: 'projects.items.0.photo', title: 'Project 1: photo' };
  expect(uploads[0]?.usedIn).toEqual([use]);
  const response = admin.post('/api/admin/uploads/delete', { ids: ['1'] });
  const { deleted } = await json<DeleteUploadsResponse>(response);
  expect(deleted[0]?.usedIn).toEqual([use]);
});
