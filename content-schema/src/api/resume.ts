import { spokenLanguages } from '../entities/resume-sections.ts';
import { visibleContacts } from '../entities/visible-profile.ts';
import { toWebAddress } from '../text/web-address.ts';
import type { SiteShell } from './calls.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A year with or without a month: `2019`, `2019-03`, `2019-03-01`, `Mar 2019`, `1 March 2019`. */
const DATE = new RegExp(
  String.raw`(?:\b(${MONTHS.join('|')})[a-z]*\.? )?\b([12]\d{3})\b` +
    String.raw`(?:-(0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?!-?\d\d?\b)`,
  'gi',
);

/** Returns the dates of a period such as `2019 – present`; without an end, it is to the present. */
const datesOf = (period: string) => {
  const whole = period.replace(/\b(\d\d)(\d\d)–(\d\d)\b/, '$1$2–$1$3');
  const [startDate, ...others] = Array.from(whole.matchAll(DATE), ([, name, year = '', month]) => {
    const number = MONTHS.findIndex((each) => each.toLowerCase() === name?.toLowerCase()) + 1;
    if (number > 0) return `${year}-${String(number).padStart(2, '0')}`;
    return month === undefined ? year : `${year}-${month}`;
  });
  const isOpen = /\p{Dash}|since|present/iu.test(whole.replace(DATE, ''));
  return { startDate, endDate: others.at(-1) ?? (isOpen ? undefined : startDate) };
};

const urlOf = (typed: string): string | undefined => {
  const address = toWebAddress(typed);
  return address && new URL(address).href;
};

interface Section<Item> {
  readonly visible: boolean;
  readonly items: readonly Item[];
}

const shown = <Item, Row>(section: Section<Item> | undefined, toRow: (item: Item) => Row): Row[] =>
  section?.visible ? section.items.map(toRow) : [];

/**
 * Returns what visitors see of the CV as JSON Resume, which allows more fields than it lists:
 * https://github.com/jsonresume/resume-schema/blob/v1.0.0/schema.json
 */
export const toJsonResume = (shell: SiteShell, origin: string): string => {
  const { profile, experiences, sections } = shell;
  const { email, ...social } = visibleContacts(profile);
  const languages = spokenLanguages(sections.languagesSpoken.items);
  const resume = {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name: profile.name,
      label: profile.title,
      email,
      url: `${origin}/`,
      summary: profile.summary,
      location: { address: profile.location },
      profiles: Object.entries(social).map(([network, url]) => ({ network, url: urlOf(url) })),
    },
    work: shown({ ...sections.experiencesPage, items: experiences }, (experience) => ({
      ...datesOf(experience.year),
      position: experience.role,
      name: experience.company,
      location: experience.location,
      summary: experience.description,
      highlights: experience.achievements,
      keywords: experience.stack,
    })),
    projects: shown(sections.projects, (project) => ({
      ...datesOf(project.year),
      name: project.name,
      description: project.description,
      url: urlOf(project.link),
      repository: urlOf(project.repository),
      keywords: project.stack,
    })),
    education: shown(sections.educations, (education) => ({
      ...datesOf(education.year),
      institution: education.institution,
      studyType: education.degree,
      summary: education.description,
    })),
    skills: shown(sections.programmingLanguages, (name) => ({ name })),
    languages: shown({ ...sections.languagesSpoken, items: languages }, (text) => {
      const [, language = text, fluency] = /^(.*?)\s*\((.*)\)$/.exec(text) ?? [];
      return { language, fluency };
    }),
    awards: shown(sections.achievements, (title) => ({ title })),
    meta: { canonical: `${origin}/resume.json`, version: 'v1.0.0' },
  };
  const isBlank = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
  return JSON.stringify(resume, (_, value: unknown) => (isBlank(value) ? undefined : value), 2);
};
