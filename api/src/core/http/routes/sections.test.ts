import type { SectionsResponse } from 'content-schema';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../../test/files.ts';
import { commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { messageOf, readContent } from '../../../../test/github/edits.ts';
import { issuesOf, json, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const start = async (files?: TestFiles) => {
  const server = await startAsAdmin(files && { files });
  const { sections } = await readContent(server.admin);
  const put = (sent: object) => server.admin.put('/api/sections', sent);
  return { ...server, put, sections };
};

test('a section is hidden as one changed line of one commit', async () => {
  const { put, repository, sections } = await start();
  const edited = { ...sections, achievements: { ...sections.achievements, visible: false } };
  const response = await put(edited);
  expect(await response.json()).toEqual(edited);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(subjectOf(repository)).toBe('Update section copy: show achievements');
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toBe('1\t1\tsections.json\n');
});

test('texts are trimmed, and blank items and entries dropped', async () => {
  const { put, sections } = await start();
  const blank = { institution: ' ', degree: '', year: '', description: '' };
  const saved = await json<SectionsResponse>(
    put({
      ...sections,
      contact: { description: ' **Write** ' },
      educations: { visible: true, items: [blank, { ...blank, degree: ' BSc ' }] },
      languagesSpoken: { visible: true, items: [' English, French ', ''] },
    }),
  );
  expect(saved.contact.description).toBe('**Write**');
  expect(saved.contact.descriptionHtml).toContain('<strong>Write</strong>');
  expect(saved.educations.items).toMatchObject([{ institution: '', degree: 'BSc' }]);
  expect(saved.languagesSpoken.items).toEqual(['English, French']);
});

test('a field of the wrong type is reported, and nothing is written', async () => {
  const { put, repository, sections } = await start();
  const achievements = { visible: 'yes', items: 'none' };
  expect(await issuesOf(put({ ...sections, achievements }))).toEqual([
    'achievements.visible: achievements.visible must be true or false',
    'achievements.items: achievements.items must be a list',
  ]);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('what was written by hand is sent back without changing a byte', async () => {
  const text = `{"achievements":{"items":[" One ","",3]},"x":[],\n\t"contact":{"description":" Hi"}}`;
  const { put, sections, show } = await start({ 'sections.json': text });
  expect(await savedCommit(put(sections))).toBe('');
  await put({ ...sections, contact: { description: 'Hello' } });
  expect(show('sections.json')).toBe(text.replace('" Hi"', '"Hello"'));
});

test('fields that a section is sent without are kept, at any depth', async () => {
  const { put, repository, sections } = await start();
  const { educations, programmingLanguages, ...others } = sections;
  const hidden = { ...sections, achievements: { ...sections.achievements, visible: false } };
  await savedCommit(put(hidden));
  const [master, bachelor] = educations.items.map(({ description: _, ...sent }) => sent);
  const response = await put({
    contact: {},
    experiencesPage: {},
    languagesSpoken: {},
    achievements: {},
    educations: { items: [bachelor, { ...master, year: '2014' }] },
    programmingLanguages: { visible: false },
  });
  const [first, second] = educations.items;
  expect(await response.json()).toEqual({
    ...hidden,
    educations: { visible: true, items: [second, { ...first, year: '2014' }] },
    programmingLanguages: { ...programmingLanguages, visible: false },
  });
  const { achievements: _, ...without } = { ...others, educations, programmingLanguages };
  expect(await messageOf(await put(without))).toBe('achievements is missing');
  expect(commitsOf(repository)).toHaveLength(3);
});
