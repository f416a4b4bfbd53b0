import {
  flag,
  group,
  list,
  markdown,
  markdownLines,
  text,
  texts,
  type Field,
  type FlagField,
  type GroupField,
  type ValueOf,
  type WithHtml,
} from '../fields/fields.ts';
import { RESUME_SECTION_NAMES, resumeSections, type ResumeSectionName } from './resume-sections.ts';

export const sectionsMessages = {
  removeEducation: 'This education entry contains data. Are you sure you want to remove it?',
} as const;

export const educationFields = group({
  institution: text('Institution'),
  degree: text('Degree'),
  year: text('Year'),
  description: markdown('Description'),
});

export interface Education extends ValueOf<typeof educationFields> {}
export interface EducationResponse extends WithHtml<typeof educationFields> {}

type ItemKind = (typeof resumeSections)[ResumeSectionName]['items'];

/** The fields of a section's items, by kind. */
const ITEM_FIELDS = {
  /** Experiences are a separate entity. */
  experiences: () => undefined,
  educations: (title: string) =>
    list(title, {
      itemLabel: title,
      item: educationFields,
      identity: ['institution', 'degree'],
      dropsBlank: true,
    }),
  tags: (title: string) => texts(title, 'commas'),
  languages: (title: string) => texts(`${title} spoken`, 'one item'),
  achievements: (title: string) => markdownLines(title),
} as const satisfies Readonly<Record<ItemKind, (title: string) => Field | undefined>>;

type ItemsOf<Name extends ResumeSectionName> = ReturnType<
  (typeof ITEM_FIELDS)[(typeof resumeSections)[Name]['items']]
>;

type ResumeSectionFields = {
  readonly [Name in ResumeSectionName]: GroupField<
    { readonly visible: FlagField } & (ItemsOf<Name> extends Field
      ? { readonly items: ItemsOf<Name> }
      : unknown),
    false
  >;
};

/**
 * The sections of the first version: all clients send them, and they are shown unless switched off.
 * Later ones keep their stored values if they are not sent, and are hidden until their owner shows
 * them, so that none appears on an existing site.
 */
const FIRST_SECTIONS: readonly ResumeSectionName[] = [
  'experiencesPage',
  'educations',
  'programmingLanguages',
  'languagesSpoken',
  'achievements',
];

const fieldsOfSection = (name: ResumeSectionName): GroupField => {
  const { title, items: kind } = resumeSections[name];
  const isFirst = FIRST_SECTIONS.includes(name);
  const visible = flag(`Show ${title.toLowerCase()}`, { byDefault: isFirst });
  const items = ITEM_FIELDS[kind](title);
  return group(items ? { visible, items } : { visible }, { required: isFirst });
};

/** The copy of page sections, and the visibility of the sections of the experiences page. */
export const sectionsFields = group({
  contact: group({ description: markdown('Contact description') }, { required: true }),
  ...(Object.fromEntries(
    RESUME_SECTION_NAMES.map((name) => [name, fieldsOfSection(name)]),
  ) as ResumeSectionFields),
});

export interface Sections extends ValueOf<typeof sectionsFields> {}
export interface SectionsResponse extends WithHtml<typeof sectionsFields> {}
