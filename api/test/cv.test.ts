import { experiencesFields, sectionsFields } from 'content-schema';
import { presentContentFiles } from 'content-schema/content-files';
import { addToCv, JSON_RESUME, LINKEDIN, readCv, toJsonResume, type Cv } from 'content-schema/cv';
import { blankOf, readValue } from 'content-schema/fields';
import { readDefaultContent } from 'fixtures/default-content';
import { expect, test } from 'vitest';

const ORIGIN = 'https://ada.example';
const EMPTY: Cv = { experiences: [], sections: blankOf(sectionsFields) };
const sample = presentContentFiles(await readDefaultContent());
const current: Cv = {
  experiences: readValue(experiencesFields, sample.experiences),
  sections: readValue(sectionsFields, sample.sections),
};

const resumeOf = (changes: Partial<typeof sample> = {}) => {
  const resume = toJsonResume({ ...sample, ...changes }, ORIGIN);
  return JSON.parse(resume) as Readonly<Record<string, unknown>>;
};

test('the CV is written as JSON Resume', () => {
  expect(resumeOf()).toMatchObject({
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
  expect(resumeOf()['work']).not.toHaveProperty('0.endDate');
});

test('hidden sections, hidden contacts and empty fields are left out', () => {
  const { sections, profile } = sample;
  const resume = resumeOf({
    profile: {
      ...profile,
      title: '',
      contactVisibility: { email: false, linkedin: false, github: true },
    },
    sections: {
      ...sections,
      experiencesPage: { visible: false },
      educations: { ...sections.educations, visible: false },
      achievements: { visible: true, items: [], itemsHtml: [] },
    },
  });
  expect(Object.keys(resume)).toEqual(
    expect.not.arrayContaining(['work', 'education', 'awards']) as string[],
  );
  expect(JSON.stringify(resume)).not.toMatch(/marit\.ashgrove@|linkedin|"label"/);
});

test('a CV that was written is read again', () => {
  const entries = readCv(resumeOf(), JSON_RESUME, EMPTY);
  expect(entries.every(({ isNew, label }) => isNew && !label.includes('no date'))).toBe(true);
  const { experiences, sections } = addToCv(EMPTY, entries);
  expect(experiences).toEqual(current.experiences);
  expect({ ...sections, contact: current.sections.contact }).toEqual(current.sections);
});

test('what the site has already is recognised, and nothing is lost', () => {
  const entries = readCv(resumeOf(), JSON_RESUME, current);
  expect(entries.filter(({ isNew }) => isNew)).toEqual([]);
  expect(addToCv(current, [])).toEqual(current);

  const work = [
    { position: 'Lead engineer', name: 'Larkmere Transport Office', summary: 'Other words' },
    { position: 'Director', name: 'Larkmere Transport Office', startDate: '2026-13' },
  ];
  const skills = [
    { name: 'Web', keywords: ['python', 'HTML'] },
    { name: 'Rust' },
    { name: 'Rust' },
  ];
  const languages = [{ language: 'english', fluency: 'fluent' }, { language: 'Irish' }];
  const read = readCv({ work, skills, languages, education: 'none' }, JSON_RESUME, current);
  expect(read.map(({ label, isNew }) => [label, isNew])).toEqual([
    ['Lead engineer, Larkmere Transport Office · on the site already', false],
    [
      'Director, Larkmere Transport Office · 2026-13 – present · ' +
        '“2026-13” is no date, and is kept as it is',
      true,
    ],
    ['python · on the site already', false],
    ['HTML', true],
    ['Rust', true],
    ['english (fluent) · on the site already', false],
    ['Irish', true],
  ]);
  const { experiences, sections } = addToCv(
    current,
    read.filter(({ isNew }) => isNew),
  );
  expect(experiences.slice(1)).toEqual(current.experiences);
  expect(sections.programmingLanguages.items.slice(-2)).toEqual(['HTML', 'Rust']);
  expect(sections.languagesSpoken.items).toEqual([
    'English (native), Norwegian (fluent), French (conversational), Irish',
  ]);
  expect(sections.educations).toEqual(current.sections.educations);
});

test('the tables of LinkedIn become entries', () => {
  const tables = {
    'Positions.csv': [
      {
        ...{ 'Company Name': 'Port', Title: 'Pilot', Location: 'Lisbon, Portugal' },
        ...{ 'Started On': 'Mar 2019', 'Finished On': '' },
        Description: '• Brought ships in with C++.\n• Wrote SQL',
      },
      {},
    ],
    'Education.csv': [
      {
        ...{ 'School Name': 'Harbour School', 'Start Date': '2010', 'End Date': '2013' },
        ...{ Notes: '', 'Degree Name': 'Mate', Activities: '' },
      },
    ],
    'Skills.csv': [{ Name: 'C' }, { Name: 'C++' }, { Name: 'SQL' }],
    'Languages.csv': [{ Name: 'Irish', Proficiency: 'Native or bilingual proficiency' }],
  };
  const { experiences, sections } = addToCv(EMPTY, readCv(tables, LINKEDIN, EMPTY));
  expect(experiences).toEqual([
    {
      ...{ role: 'Pilot', company: 'Port', year: 'Mar 2019 – present', achievements: [] },
      ...{ location: 'Lisbon, Portugal', stack: ['C++', 'SQL'] },
      description: '- Brought ships in with C++.\n- Wrote SQL',
    },
  ]);
  expect(sections).toMatchObject({
    educations: {
      items: [
        { institution: 'Harbour School', degree: 'Mate', year: '2010 – 2013', description: '' },
      ],
    },
    programmingLanguages: { items: ['C', 'C++', 'SQL'] },
    languagesSpoken: { items: ['Irish (Native or bilingual proficiency)'] },
  });
});

test('projects are written and read as well', () => {
  const project = {
    ...{ name: 'Tides', year: '2023 – present', description: 'When to cross.', photo: '' },
    ...{ link: 'tides.example', repository: '', stack: ['Maps'] },
  };
  const projects = { ...sample.sections.projects, visible: true, onLanding: false };
  const items = [{ ...project, descriptionHtml: '', photoHtml: '' }];
  const resume = resumeOf({ sections: { ...sample.sections, projects: { ...projects, items } } });
  expect(resume['projects']).toMatchObject([{ url: 'https://tides.example/', startDate: '2023' }]);
  const { sections } = addToCv(EMPTY, readCv(resume, JSON_RESUME, EMPTY));
  expect(sections.projects.items).toEqual([{ ...project, link: 'https://tides.example/' }]);
});
