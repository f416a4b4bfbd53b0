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
  type Rules,
  type ValueOf,
  type WithHtml,
} from '../fields/fields.ts';
import {
  RESUME_SECTION_NAMES,
  resumeSections,
  type LaterSectionName,
  type ResumeSectionName,
} from './resume-sections.ts';
import { toWebAddress } from '../text/web-address.ts';

export const sectionsMessages = {
  remove: (noun: string) => `This ${noun} contains data. Are you sure you want to remove it?`,
  /** @param position counted from 1, as the form numbers its entries. */
  project: (position: number, lacks: string) => `Project ${position} needs ${lacks}`,
} as const;

export const educationFields = group({
  institution: text('Institution'),
  degree: text('Degree'),
  year: text('Year'),
  description: markdown('Description'),
});

export interface Education extends ValueOf<typeof educationFields> {}
export interface EducationResponse extends WithHtml<typeof educationFields> {}

export const projectFields = group({
  name: text('Name'),
  /** Free text, e.g. a date range. */
  year: text('Years'),
  description: markdown('Description'),
  link: text('Link'),
  repository: text('Repository'),
  stack: texts('Skills', 'commas'),
  /** The image of a stored photo. */
  photo: markdown('Photo'),
});

export interface Project extends ValueOf<typeof projectFields> {}
export interface ProjectResponse extends WithHtml<typeof projectFields> {}

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
  projects: (title: string) =>
    list(title, { itemLabel: 'Project', item: projectFields, identity: ['name'] }),
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
      : unknown) &
      (Name extends LaterSectionName ? { readonly onLanding: FlagField } : unknown),
    false
  >;
};

const fieldsOfSection = (name: ResumeSectionName): GroupField => {
  const { title, items: kind } = resumeSections[name];
  const isLater = 'later' in resumeSections[name];
  const show = `Show ${title.toLowerCase()}`;
  const items = ITEM_FIELDS[kind](title);
  return group(
    {
      visible: flag(show, { byDefault: true }),
      ...(isLater && { onLanding: flag(`${show} on the landing page`) }),
      ...(items && { items }),
    },
    { required: !isLater },
  );
};

/** The copy of page sections, and the visibility of the sections of the experiences page. */
export const sectionsFields = group({
  contact: group({ description: markdown('Contact description') }, { required: true }),
  ...(Object.fromEntries(
    RESUME_SECTION_NAMES.map((name) => [name, fieldsOfSection(name)]),
  ) as ResumeSectionFields),
});

export interface Sections extends ValueOf<typeof sectionsFields> {}
type AllSections = WithHtml<typeof sectionsFields>;
/** Visitors get a later section only if a page shows it. */
export interface SectionsResponse
  extends Omit<AllSections, LaterSectionName>, Partial<Pick<AllSections, LaterSectionName>> {}

const isBroken = (address: string): boolean =>
  address !== '' && toWebAddress(address) === undefined;

export const sectionsRules: Rules<Sections> = ({ projects }) =>
  projects.items.flatMap(({ name, link, repository }, index) =>
    [
      [name === '', 'name', 'a name'] as const,
      [isBroken(link), 'link', 'a web address as its link, or none'] as const,
      [isBroken(repository), 'repository', 'a web address as its repository, or none'] as const,
    ].map(
      ([broken, field, lacks]) =>
        [
          broken,
          `projects.items.${index}.${field}`,
          sectionsMessages.project(index + 1, lacks),
        ] as const,
    ),
  );
