import type { SectionsResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf } from '../../../../test/git.ts';
import { messageOf, readContent } from '../../../../test/github/edits.ts';
import { json, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const start = async () => {
  const server = await startAsAdmin();
  const { sections } = await readContent(server.admin);
  const put = (sent: object) => server.admin.put('/api/sections', sent);
  return { ...server, put, sections };
};

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
