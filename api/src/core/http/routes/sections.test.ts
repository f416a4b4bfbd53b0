import type { ContentSummaryResponse, SectionsResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const readSections = async (client: TestClient): Promise<SectionsResponse> => {
  const response = await client.get('/api/content?posts=summary');
  return ((await response.json()) as ContentSummaryResponse).sections;
};

const startAsAdmin = async (files?: ReadonlyMap<string, Uint8Array>) => {
  const { signIn, repository } = await startTestServer(files && { files });
  const admin = await signIn();
  return { admin, repository, sections: await readSections(admin) };
};

test('a section is hidden as one changed line of one commit', async () => {
  const { admin, repository, sections } = await startAsAdmin();
  const edited = { ...sections, achievements: { ...sections.achievements, visible: false } };
  const response = await admin.put('/api/sections', edited);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(edited);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(subjectOf(repository)).toBe('Update section copy: show achievements');
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toBe('1\t1\tsections.json\n');
});

test('texts are trimmed, and blank items and entries dropped', async () => {
  const { admin, sections } = await startAsAdmin();
  const blank = { institution: ' ', degree: '', year: '', description: '' };
  const response = await admin.put('/api/sections', {
    ...sections,
    contact: { description: ' **Write** ' },
    educations: { visible: true, items: [blank, { ...blank, degree: ' BSc ' }] },
    languagesSpoken: { visible: true, items: [' English, French ', ''] },
  });
  const saved = (await response.json()) as SectionsResponse;
  expect(saved.contact.description).toBe('**Write**');
  expect(saved.contact.descriptionHtml).toContain('<strong>Write</strong>');
  expect(saved.educations.items).toMatchObject([{ institution: '', degree: 'BSc' }]);
  expect(saved.languagesSpoken.items).toEqual(['English, French']);
});

test('a field of the wrong type is reported, and nothing is written', async () => {
  const { admin, repository, sections } = await startAsAdmin();
  const response = await admin.put('/api/sections', {
    ...sections,
    achievements: { visible: 'yes', items: 'none' },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'InvalidInput',
    message: 'achievements.visible must be true or false',
    issues: [
      { path: 'achievements.visible', message: 'achievements.visible must be true or false' },
      { path: 'achievements.items', message: 'achievements.items must be a list' },
    ],
  });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('what was written by hand is sent back without changing a byte', async () => {
  const text = `{"achievements":{"items":[" One ","",3]},"x":[],\n\t"contact":{"description":" Hi"}}`;
  const files = new Map([['sections.json', Buffer.from(text)]]);
  const { admin, repository, sections } = await startAsAdmin(files);
  expect((await admin.put('/api/sections', sections)).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
  await admin.put('/api/sections', { ...sections, contact: { description: 'Hello' } });
  expect(git(repository, 'show', 'main:sections.json')).toBe(text.replace('" Hi"', '"Hello"'));
});

test('fields that a section is sent without are kept, at any depth', async () => {
  const { admin, repository, sections } = await startAsAdmin();
  const { educations, achievements } = sections;
  const hidden = { ...sections, achievements: { ...achievements, visible: false } };
  expect((await admin.put('/api/sections', hidden)).status).toBe(200);
  const [master, bachelor] = educations.items.map(({ description: _, ...sent }) => sent);
  const response = await admin.put('/api/sections', {
    contact: {},
    experiencesPage: {},
    educations: { items: [bachelor, { ...master, year: '2014' }] },
    programmingLanguages: { visible: false },
    languagesSpoken: {},
    achievements: {},
  });
  expect(response.status).toBe(200);
  const [first, second] = educations.items;
  expect(await response.json()).toEqual({
    ...hidden,
    educations: { visible: true, items: [second, { ...first, year: '2014' }] },
    programmingLanguages: { ...sections.programmingLanguages, visible: false },
  });
  const { achievements: _, ...without } = sections;
  expect(await (await admin.put('/api/sections', without)).json()).toMatchObject({
    message: 'achievements is missing',
  });
  expect(commitsOf(repository)).toHaveLength(3);
});
