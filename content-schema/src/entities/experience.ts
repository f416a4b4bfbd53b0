import {
  hasText,
  list,
  markdown,
  markdownLines,
  publicGroup,
  text,
  texts,
  type Rule,
  type Rules,
  type ValueOf,
  type WithHtml,
} from '../fields/fields.ts';

export const experienceMessages = {
  atLeastOne: 'Add at least one experience before saving',
  /** @param position counted from 1, as the form numbers its entries. */
  incomplete: (position: number) =>
    `Experience ${position} needs a year, title, company, description, and at least one skill chip`,
} as const;

export const experienceFields = publicGroup({
  role: text('Title'),
  company: text('Company'),
  /** Free text, e.g. a date range. */
  year: text('Year'),
  location: text('Location'),
  description: markdown('Description'),
  achievements: markdownLines('Achievements'),
  stack: texts('Skills', 'commas'),
});

/** All experiences, in the order of display. */
export const experiencesFields = list('Experiences', {
  itemLabel: 'Experience',
  identity: ['role', 'company'],
  item: experienceFields,
});

export interface Experience extends ValueOf<typeof experienceFields> {}
export interface ExperienceResponse extends WithHtml<typeof experienceFields> {}

/** The required fields of an experience, in the order of the form. */
const NEEDED = ['role', 'company', 'year', 'description', 'stack'] as const;

export const experiencesRules: Rules<Experience[]> = (experiences) => [
  [experiences.length === 0, '', experienceMessages.atLeastOne],
  ...experiences.map((experience, index): Rule => {
    const missing = NEEDED.find((name) => !hasText(experience[name]));
    const message = experienceMessages.incomplete(index + 1);
    return [missing !== undefined, `${index}.${missing ?? ''}`, message];
  }),
];
