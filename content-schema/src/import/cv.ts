/** Reads CVs as JSON Resume 1.0 or LinkedIn's export, and writes the first. */
import type { SiteShell } from '../api/calls.ts';
import { visibleContacts } from '../entities/visible-profile.ts';
import { experiencesFields, type Experience } from '../entities/experience.ts';
import {
  RESUME_SECTION_NAMES,
  spokenLanguages,
  type ResumeSectionName,
} from '../entities/resume-sections.ts';
import { sectionsFields, type Sections } from '../entities/sections.ts';
import { hasText, readValue, type ListField, type TextListField } from '../fields/fields.ts';
import { isPlainObject, type PlainObject } from '../plain-object.ts';
import { toWebAddress } from '../text/web-address.ts';
import { readPeriod, toDates } from './cv-dates.ts';

/** The names of a list and its fields; `start` and `end` make a year, `name` and `more` a text. */
type Names = Readonly<Record<string, string>>;
export type CvFormat = Readonly<Record<ResumeSectionName, Names>>;

const DATES = { start: 'startDate', end: 'endDate' };

/** https://github.com/jsonresume/resume-schema/blob/v1.0.0/schema.json, which allows more fields. */
export const JSON_RESUME: CvFormat = {
  experiencesPage: {
    ...{ list: 'work', ...DATES, role: 'position', company: 'name', location: 'location' },
    ...{ description: 'summary', achievements: 'highlights', stack: 'keywords' },
  },
  projects: {
    ...{ list: 'projects', ...DATES, name: 'name', description: 'description', link: 'url' },
    ...{ repository: 'repository', stack: 'keywords' },
  },
  educations: {
    ...{ list: 'education', ...DATES, institution: 'institution', degree: 'studyType' },
    ...{ area: 'area', description: 'summary' },
  },
  programmingLanguages: { list: 'skills', name: 'name', more: 'keywords' },
  languagesSpoken: { list: 'languages', name: 'language', more: 'fluency' },
  achievements: { list: 'awards', name: 'title', more: 'summary' },
};

const ON = { start: 'Started On', end: 'Finished On', description: 'Description' };
const SCHOOL = { institution: 'School Name', degree: 'Degree Name', description: 'Notes' };

/** The tables and columns of "Get a copy of your data". */
export const LINKEDIN: CvFormat = {
  experiencesPage: {
    ...{ list: 'Positions.csv', ...ON, role: 'Title', company: 'Company Name' },
    location: 'Location',
  },
  projects: { list: 'Projects.csv', ...ON, name: 'Title', link: 'Url' },
  educations: { list: 'Education.csv', start: 'Start Date', end: 'End Date', ...SCHOOL },
  programmingLanguages: { list: 'Skills.csv', name: 'Name' },
  languagesSpoken: { list: 'Languages.csv', name: 'Name', more: 'Proficiency' },
  achievements: { list: 'Honors.csv', name: 'Title', more: 'Description' },
};

/** The content of a CV. */
export interface Cv {
  readonly experiences: readonly Experience[];
  readonly sections: Sections;
}

/** Returns the items of a section, and languages one by one. */
const itemsOf = (
  cv: Pick<SiteShell | Cv, keyof Cv>,
  name: ResumeSectionName,
): readonly unknown[] =>
  name === 'experiencesPage'
    ? cv.experiences
    : name === 'languagesSpoken'
      ? spokenLanguages(cv.sections[name].items)
      : (cv.sections[name]?.items ?? []);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

const urlOf = (typed: unknown): string | undefined => {
  const address = toWebAddress(textOf(typed));
  return address && new URL(address).href;
};

/** Returns an item by the names of JSON Resume. */
const rowOf = (section: ResumeSectionName, item: unknown): PlainObject => {
  const isLanguage = section === 'languagesSpoken';
  const [, name = item, more] = (isLanguage && /^(.*?)\s*\((.*)\)$/.exec(String(item))) || [];
  const { year, ...values }: PlainObject = isPlainObject(item) ? item : { name, more };
  const row = Object.entries(JSON_RESUME[section]).map(([own, theirs]) => [
    theirs,
    /^(?:url|repository)$/.test(theirs) ? urlOf(values[own]) : values[own],
  ]);
  return {
    ...(Object.fromEntries(row) as PlainObject),
    ...(typeof year === 'string' && toDates(year)),
  };
};

/** Returns what visitors see of the CV as JSON Resume. */
export const toJsonResume = (shell: SiteShell, origin: string): string => {
  const { profile, sections } = shell;
  const { email, ...social } = visibleContacts(profile);
  const shown = RESUME_SECTION_NAMES.filter((name) => sections[name]?.visible);
  const lists = shown.map((section) => [
    JSON_RESUME[section]['list'],
    itemsOf(shell, section).map((item) => rowOf(section, item)),
  ]);
  const resume = {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      ...{ name: profile.name, label: profile.title, email, url: `${origin}/` },
      ...{ summary: profile.summary, location: { address: profile.location } },
      profiles: Object.entries(social).map(([network, url]) => ({ network, url: urlOf(url) })),
    },
    ...(Object.fromEntries(lists) as PlainObject),
    meta: { canonical: `${origin}/resume.json`, version: 'v1.0.0' },
  };
  const isBlank = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
  return JSON.stringify(resume, (_, value: unknown) => (isBlank(value) ? undefined : value), 2);
};

export interface CvEntry {
  readonly section: ResumeSectionName;
  /** An object, or a text. */
  readonly item: unknown;
  /** Its name, and what its owner should know, e.g. of a wrong date. */
  readonly label: string;
  /** Whether the site lacks one of this name. */
  readonly isNew: boolean;
}

const fieldOf = (name: ResumeSectionName): ListField | TextListField =>
  name === 'experiencesPage' ? experiencesFields : sectionsFields.fields[name].fields.items;

/** Returns the name by which an item is recognised, as merges do. */
const nameOf = (field: ListField | TextListField, item: unknown): string =>
  field.kind === 'list' && isPlainObject(item)
    ? field.identity.flatMap((name) => String(item[name]).trim() || []).join(', ')
    : String(item).replace(/\(.*/, '').trim().toLowerCase();

/** Returns the texts of a row: its keywords, or else its name with what more is said. */
const textsOf = (names: Names, row: PlainObject): string[] => {
  const keywords = row[names['more'] ?? ''];
  if (Array.isArray(keywords) && keywords.length > 0) return keywords.map(textOf).filter(Boolean);
  const [name, more] = [textOf(row[names['name'] ?? '']), textOf(keywords)];
  return [more === '' ? name : `${name} (${more})`].filter(() => name !== '');
};

/** Returns the entries of a CV in the order of the sections. */
export const readCv = (source: PlainObject, format: CvFormat, current: Cv): CvEntry[] => {
  const rowsOf = (section: ResumeSectionName): PlainObject[] => {
    const rows = source[format[section]['list'] ?? ''];
    return Array.isArray(rows) ? rows.filter(isPlainObject).filter(hasText) : [];
  };
  const textsIn = (section: ResumeSectionName): string[] => [
    ...new Set(rowsOf(section).flatMap((row) => textsOf(format[section], row))),
  ];
  const skills = textsIn('programmingLanguages');

  const readRow = (section: ResumeSectionName, field: ListField, row: PlainObject) => {
    const named = Object.entries(format[section]).map(([own, theirs]) => [own, row[theirs]]);
    const values = Object.fromEntries(named) as PlainObject;
    const text = (own: string): string => textOf(values[own]);
    const { year, remarks } = readPeriod(text('start'), text('end'));
    const words = text('description').split(/[\s,;:()]+|\.(?=\s|$)/);
    const item = readValue<ListField['item']>(field.item, {
      ...{ ...values, year, degree: `${text('degree')} ${text('area')}`.trim() },
      description: text('description').replace(/^\s*[•·▪]\s*/gm, '- '),
      stack: values['stack'] ?? skills.filter((skill) => words.includes(skill)),
    });
    return { item, facts: [nameOf(field, item), year, ...remarks].filter(Boolean) };
  };

  return RESUME_SECTION_NAMES.flatMap((section) => {
    const field = fieldOf(section);
    const names = new Set(itemsOf(current, section).map((item) => nameOf(field, item)));
    const read =
      field.kind === 'list'
        ? rowsOf(section).map((row) => readRow(section, field, row))
        : textsIn(section).map((item) => ({ item, facts: [item] }));
    return read.map(({ item, facts }) => {
      const isNew = !names.has(nameOf(field, item));
      const label = [...facts, ...(isNew ? [] : ['on the site already'])].join(' · ');
      return { section, item, label, isNew };
    });
  });
};

/** Returns the CV with these entries; objects come first, as CVs begin with the newest. */
export const addToCv = (current: Cv, entries: readonly CvEntry[]): Cv => {
  const merge = (name: ResumeSectionName): unknown[] => {
    const added = entries.filter(({ section }) => section === name).map(({ item }) => item);
    const items = itemsOf(current, name).filter(hasText);
    if (name === 'languagesSpoken') return [[...items, ...added].join(', ')];
    return fieldOf(name).kind === 'list' ? [...added, ...items] : [...items, ...added];
  };
  const sections = { ...current.sections };
  for (const { section } of entries) {
    Object.assign(sections, { [section]: { ...sections[section], items: merge(section) } });
  }
  return {
    experiences: merge('experiencesPage') as Experience[],
    sections: { ...sections, experiencesPage: current.sections.experiencesPage },
  };
};
