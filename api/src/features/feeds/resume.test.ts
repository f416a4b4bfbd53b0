import type { ContentResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { read } from '../../../test/responses.ts';
import { startAsAdmin, startTestServer } from '../../../test/start-test-server.ts';

test('the CV is JSON Resume, and is cached as the pages are', async () => {
  const { visitor } = await startTestServer({ publicUrl: 'https://ada.example' });
  const { headers } = await visitor.request('HEAD', '/resume.json');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/);
  const response = await visitor.get('/resume.json');
  expect(response.headers.get('etag')).toBe(headers.get('etag'));
  expect(await response.json()).toMatchObject({
    basics: {
      name: 'Marit Ashgrove',
      email: 'marit.ashgrove@example.com',
      url: 'https://ada.example/',
      profiles: [
        { network: 'linkedin', url: 'https://www.linkedin.com/in/marit-ashgrove-sample' },
        { network: 'github' },
      ],
    },
    work: [
      { name: 'Larkmere Transport Office', position: 'Lead engineer', startDate: '2021' },
      { startDate: '2017', endDate: '2021' },
      { highlights: [expect.stringContaining('86,000'), expect.anything()] },
    ],
    education: [{ studyType: 'MSc Geographic Information Science' }, { startDate: '2010' }],
    skills: [{ name: 'TypeScript' }, { name: 'Python' }, { name: 'SQL' }, { name: 'Bash' }],
    languages: [{ language: 'English', fluency: 'native' }, {}, {}],
    awards: [{}, {}, {}],
    meta: { canonical: 'https://ada.example/resume.json' },
  });
});

test('the years of experiences and projects are dates, as far as they can be read', async () => {
  const { admin, visitor } = await startAsAdmin();
  const { sections, experiences } = await read<ContentResponse>(admin, '/api/content');
  const periods = [
    ['2021 – present', '2021', undefined],
    ['2017 – 2021', '2017', '2021'],
    ['2017-2021', '2017', '2021'],
    ['2019–21', '2019', '2021'],
    ['Mar 2019 – June 2021', '2019-03', '2021-06'],
    ['1 September 2019 to 2021-02-28', '2019-09', '2021-02'],
    ['2012', '2012', '2012'],
    ['2019-03', '2019-03', '2019-03'],
    ['since 2019', '2019', undefined],
    ['2008, 2010 and 2014', '2008', '2014'],
    ['2019-13', undefined, undefined],
    ['some summers', undefined, undefined],
  ] as const;
  const project = { name: 'Tides', year: '2023 – present', link: 'tides.example', stack: ['Maps'] };
  await admin.patch('/api/content', {
    experiences: periods.map(([year], index) => ({
      ...experiences[0],
      ...{ year, role: `Role ${index}` },
    })),
    sections: { ...sections, projects: { visible: true, items: [project] } },
  });
  const resume = (await (await visitor.get('/resume.json')).json()) as {
    readonly work: readonly { readonly startDate?: string; readonly endDate?: string }[];
    readonly projects: readonly object[];
  };
  expect(resume.work.map(({ startDate, endDate }) => [startDate, endDate])).toEqual(
    periods.map(([, startDate, endDate]) => [startDate, endDate]),
  );
  const { name } = project;
  expect(resume.projects).toEqual([
    { startDate: '2023', name, url: 'https://tides.example/', keywords: ['Maps'] },
  ]);
});

test('the CV has nothing that the site hides, and no empty fields', async () => {
  const { admin, visitor } = await startAsAdmin();
  const { profile, sections } = await read<ContentResponse>(admin, '/api/content');
  const { headers } = await visitor.get('/resume.json');
  await admin.patch('/api/content', {
    profile: {
      ...profile,
      highlightsEnabled: false,
      contactVisibility: { email: false, linkedin: true, github: false },
    },
    sections: {
      ...sections,
      educations: { ...sections.educations, visible: false },
      achievements: { visible: true, items: [] },
    },
  });
  const condition = { 'if-none-match': headers.get('etag') ?? '' };
  const response = await visitor.get('/resume.json', condition);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain('Larkmere Transport Office');
  expect(text).not.toMatch(/@example\.com|github\.com|United Kingdom|Halden Sound|"awards"|: ""/);
  const again = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await visitor.get('/resume.json', again)).status).toBe(304);
});
