import {
  flag,
  list,
  markdown,
  markdownLines,
  publicGroup,
  requiredGroup,
  text,
  texts,
  type Rule,
  type Rules,
  type ValueOf,
  type WithHtml,
} from '../fields/fields.ts';
import type { OptionalSectionName } from './resume-sections.ts';
import { toWebAddress } from '../text/web-address.ts';

export const sectionsMessages = {
  remove: (noun: string) => `This ${noun} contains data. Are you sure you want to remove it?`,
  /** @param position counted from 1, as the form numbers its entries. */
  project: (position: number, lacks: string) => `Project ${position} needs ${lacks}`,
} as const;

export const educationFields = publicGroup({
  institution: text('Institution'),
  degree: text('Degree'),
  year: text('Year'),
  description: markdown('Description'),
});

export interface Education extends ValueOf<typeof educationFields> {}
export interface EducationResponse extends WithHtml<typeof educationFields> {}

export const projectFields = publicGroup({
  name: text('Name'),
  role: text('Role', { sparse: true }),
  /** Free text, e.g. a date range. */
  year: text('Years'),
  description: markdown('Description'),
  link: text('Link'),
  repository: text('Repository'),
  stack: texts('Skills', 'commas'),
  /** The image of a stored photo. */
  photo: markdown('Photo'),
  /** The end of its page's address; derived by `withProjectIds`. */
  id: text('Address', { sparse: true }),
  /** With it, the project has a page, which shows it. */
  text: markdown('Case study', { sparse: true, shown: false }),
});

export interface Project extends ValueOf<typeof projectFields> {}
export interface ProjectResponse extends WithHtml<typeof projectFields> {}

const shown = { byDefault: true } as const;

/** The copy of page sections, and the visibility of the sections of the experiences page. */
export const sectionsFields = publicGroup({
  contact: requiredGroup({ description: markdown('Contact description') }),
  /** Its items are a separate entity. */
  experiencesPage: requiredGroup({ visible: flag('Show experiences', shown) }),
  projects: publicGroup({
    visible: flag('Show projects', shown),
    onLanding: flag('Show projects on the landing page'),
    items: list('Projects', { itemLabel: 'Project', item: projectFields, identity: ['name'] }),
  }),
  educations: requiredGroup({
    visible: flag('Show education', shown),
    items: list('Education', {
      itemLabel: 'Education',
      item: educationFields,
      identity: ['institution', 'degree'],
      dropsBlank: true,
    }),
  }),
  programmingLanguages: requiredGroup({
    visible: flag('Show programming languages', shown),
    items: texts('Programming languages', 'commas'),
  }),
  languagesSpoken: requiredGroup({
    visible: flag('Show languages', shown),
    items: texts('Languages spoken', 'one item'),
  }),
  achievements: requiredGroup({
    visible: flag('Show achievements', shown),
    items: markdownLines('Achievements'),
  }),
});

export interface Sections extends ValueOf<typeof sectionsFields> {}
type AllSections = WithHtml<typeof sectionsFields>;
/** Visitors get a later section only if a page shows it. */
export interface SectionsResponse
  extends Omit<AllSections, OptionalSectionName>, Partial<Pick<AllSections, OptionalSectionName>> {}

const isBroken = (address: string): boolean =>
  address !== '' && toWebAddress(address) === undefined;

export const sectionsRules: Rules<Sections> = ({ projects }) =>
  projects.items.flatMap(({ name, link, repository }, index) => {
    const rule = (broken: boolean, field: string, lacks: string): Rule => [
      broken,
      `projects.items.${index}.${field}`,
      sectionsMessages.project(index + 1, lacks),
    ];
    return [
      rule(name === '', 'name', 'a name'),
      rule(isBroken(link), 'link', 'a web address as its link, or none'),
      rule(isBroken(repository), 'repository', 'a web address as its repository, or none'),
    ];
  });
