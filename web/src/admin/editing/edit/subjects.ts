import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  experiencesFields,
  failureMessages,
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
  validate,
  type PostKind,
  type Profile,
  type Sections,
  type SiteValues,
  type TextLink,
} from 'content-schema';
import type { Field } from 'content-schema/fields';
import { ADMIN, EDIT_EXPERIENCES, editPostPath } from '../../../paths.ts';
import { NEW_PAGE, NEW_POST } from '../../../admin-paths.ts';
import { validateExperiences } from './validate-experiences.ts';

/** The name of something that can be edited, used by forms and drafts. */
export type SubjectName = keyof typeof ENTITIES | `new ${PostKind}` | `post ${string}`;

const POST = /^post (.+)$/s;
const NEW = /^new (?:post|page)$/;

export const postSubject = (id: string): SubjectName => `post ${id}`;

export const isPostSubject = (name: SubjectName): boolean => NEW.test(name) || POST.test(name);

/** The post's id; undefined for other subjects and for a new post. */
export const postIdOfSubject = (name: SubjectName): string | undefined => POST.exec(name)?.[1];

interface Subject {
  readonly title: string;
  /** The path of the page that edits it. */
  readonly page: string;
  readonly file: string | undefined;
}

/** Resolving a logo conflict may combine the image of one side with the file type of the other. */
const withLogoType = (site: SiteValues): SiteValues => {
  const type = site.logo && parseDataUrl(site.logo.data)?.type;
  return site.logo && type && isLogoType(type) ? { ...site, logo: { ...site.logo, type } } : site;
};

/** The content files that always exist, with what `useEdit` needs for each. */
export const ENTITIES = {
  site: {
    name: 'site',
    title: 'Site metadata',
    page: ADMIN,
    file: SITE_PATH,
    fields: siteFields,
    validate: (site: SiteValues) => validate(siteSchema, withLogoType(site)),
    messages: {
      saving: 'Saving site metadata...',
      saved: 'Site metadata updated',
      failed: failureMessages.saveSite,
    },
  },
  profile: {
    name: 'profile',
    title: 'Profile',
    page: ADMIN,
    file: PROFILE_PATH,
    fields: profileFields,
    validate: (profile: Profile) => validate(profileSchema, profile),
    messages: {
      saving: 'Saving profile...',
      saved: 'Profile updated',
      failed: failureMessages.saveProfile,
    },
  },
  experiences: {
    name: 'experiences',
    title: 'Experiences',
    page: EDIT_EXPERIENCES,
    file: EXPERIENCES_PATH,
    fields: experiencesFields,
    validate: validateExperiences,
    messages: {
      saving: 'Saving experiences...',
      saved: 'Experiences updated',
      failed: failureMessages.saveExperiences,
    },
  },
  sections: {
    name: 'sections',
    title: 'Site sections',
    page: ADMIN,
    file: SECTIONS_PATH,
    fields: sectionsFields,
    validate: (sections: Sections) => validate(sectionsSchema, sections),
    messages: {
      saving: 'Saving section copy...',
      saved: 'Section copy updated',
      failed: failureMessages.saveSections,
    },
  },
} as const;

/** The same by their paths. */
export const MAIN_FILES: ReadonlyMap<string, Subject & { readonly fields: Field }> = new Map(
  Object.values(ENTITIES).map((entity) => [entity.file, entity]),
);

const isEntity = (name: string): name is keyof typeof ENTITIES => Object.hasOwn(ENTITIES, name);

/** Checks a subject's name; undefined if it is invalid. */
export const readSubject = (name: string): SubjectName | undefined =>
  isEntity(name) || NEW.test(name) || POST.test(name) ? (name as SubjectName) : undefined;

export const subjectOf = (name: SubjectName): Subject => {
  if (isEntity(name)) return ENTITIES[name];
  const id = postIdOfSubject(name);
  if (name === 'new page') return { title: 'New page', page: NEW_PAGE, file: undefined };
  if (id === undefined) return { title: 'New post', page: NEW_POST, file: undefined };
  return {
    title: `${isPageId(id) ? 'Page' : 'Post'} ${nameOfId(id)}`,
    page: editPostPath(id),
    file: postPath(id),
  };
};

/** The path of the form that edits a text outside of posts. */
export const textFormPath = ({ file, field }: Pick<TextLink, 'file' | 'field'>): string => {
  if (file === PROFILE_PATH) return `${ADMIN}#narrative`;
  if (file === EXPERIENCES_PATH) return EDIT_EXPERIENCES;
  return field.startsWith('contact.')
    ? `${ADMIN}#site-sections`
    : `${EDIT_EXPERIENCES}#education-and-more`;
};
