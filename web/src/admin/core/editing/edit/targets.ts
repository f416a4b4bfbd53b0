import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  experienceMessages,
  experiencesFields,
  experiencesSchema,
  failureMessages,
  hasText,
  isLogoType,
  isPageId,
  nameOfId,
  parseDataUrl,
  postPath,
  profileFields,
  profileSchema,
  sectionsFields,
  sectionsSchema,
  siteFields,
  siteSchema,
  STYLE_PATH,
  styleFields,
  styleSchema,
  validate,
  type Experience,
  type PostKind,
  type Profile,
  type Sections,
  type SiteValues,
  type Style,
  type TextLink,
  type Validation,
} from 'content-schema';
import { inSentence, type Field } from 'content-schema/fields';
import { ADMIN, EDIT_EXPERIENCES, editPostPath } from '../../../../paths.ts';
import { EDIT_SECTIONS, STYLE, NEW_PAGE, NEW_POST, dashboardSection } from '../../paths.ts';

export type FormName = 'dashboard' | 'experiences' | 'style' | `new ${PostKind}` | `post ${string}`;

const NAME = /^(?:dashboard|experiences|style|new (?:post|page)|post (.+))$/s;

export const isFormName = (name: unknown): name is FormName =>
  typeof name === 'string' && NAME.test(name);

export const postFormName = (id: string): FormName => `post ${id}`;

export const isPostForm = (name: FormName): boolean => /^(?:new|post) /.test(name);

/** The id of the form's post; undefined for other forms and for that of a new post. */
export const postIdOfForm = (name: FormName): string | undefined => NAME.exec(name)?.[1];

export interface EditTarget {
  readonly title: string;
  readonly page: string;
  readonly file: string | undefined;
}

/** Resolving a logo conflict may combine the image of one side with the file type of the other. */
const withLogoType = (site: SiteValues): SiteValues => {
  const type = site.logo && parseDataUrl(site.logo.data)?.type;
  return site.logo && type && isLogoType(type) ? { ...site, logo: { ...site.logo, type } } : site;
};

/** A single blank entry counts as an empty list, which is invalid. */
const validateExperiences = (experiences: readonly Experience[]): Validation<Experience[]> => {
  const validation = validate(experiencesSchema, experiences);
  if (validation.valid || experiences.length !== 1 || hasText(experiences)) return validation;
  const none = { path: '', message: experienceMessages.atLeastOne };
  return { valid: false, issues: [none, ...validation.issues] };
};

/** What a form says of a save of `what`, e.g. `Profile`. */
const messagesFor = (what: string, failed: string) => ({
  saving: `Saving ${inSentence(what)}...`,
  saved: `${what} updated`,
  failed,
});

/** The content files that have no names of their own, with what their forms need for each. */
export const TARGETS = {
  site: {
    title: 'Site metadata',
    page: ADMIN,
    file: SITE_PATH,
    fields: siteFields,
    validate: (site: SiteValues) => validate(siteSchema, withLogoType(site)),
    messages: messagesFor('Site metadata', failureMessages.saveSite),
  },
  profile: {
    title: 'Profile',
    page: ADMIN,
    file: PROFILE_PATH,
    fields: profileFields,
    validate: (profile: Profile) => validate(profileSchema, profile),
    messages: messagesFor('Profile', failureMessages.saveProfile),
  },
  experiences: {
    title: 'Experiences',
    page: EDIT_EXPERIENCES,
    file: EXPERIENCES_PATH,
    fields: experiencesFields,
    validate: validateExperiences,
    messages: messagesFor('Experiences', failureMessages.saveExperiences),
  },
  sections: {
    title: 'Site sections',
    page: ADMIN,
    file: SECTIONS_PATH,
    fields: sectionsFields,
    validate: (sections: Sections) => validate(sectionsSchema, sections),
    messages: messagesFor('Section copy', failureMessages.saveSections),
  },
  style: {
    title: 'Style',
    page: STYLE,
    file: STYLE_PATH,
    fields: styleFields,
    validate: (style: Style) => validate(styleSchema, style),
    messages: messagesFor('Style', failureMessages.saveStyle),
  },
} as const;

export const MAIN_FILES: ReadonlyMap<string, EditTarget & { readonly fields: Field }> = new Map(
  Object.values(TARGETS).map((entity) => [entity.file, entity]),
);

const isEntity = (name: string): name is keyof typeof TARGETS => Object.hasOwn(TARGETS, name);

/** What a form is called, and its file if it has only one. */
export const targetOf = (name: FormName): EditTarget => {
  if (name === 'dashboard') return { title: 'Dashboard', page: ADMIN, file: undefined };
  if (isEntity(name)) return TARGETS[name];
  const id = postIdOfForm(name);
  if (name === 'new page') return { title: 'New page', page: NEW_PAGE, file: undefined };
  if (id === undefined) return { title: 'New post', page: NEW_POST, file: undefined };
  return {
    title: `${isPageId(id) ? 'Page' : 'Post'} ${nameOfId(id)}`,
    page: editPostPath(id),
    file: postPath(id),
  };
};

/** What a part of a form edits: a content file that always exists, or the form's post. */
export const partOf = (name: FormName, part: string): EditTarget =>
  isEntity(part) ? TARGETS[part] : targetOf(name);

export const textFormPath = ({ file, field }: Pick<TextLink, 'file' | 'field'>): string => {
  if (file === PROFILE_PATH) return dashboardSection('narrative');
  if (file === EXPERIENCES_PATH) return EDIT_EXPERIENCES;
  return field.startsWith('contact.') ? dashboardSection('siteSections') : EDIT_SECTIONS;
};
