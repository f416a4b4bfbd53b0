import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  postPath,
  type PostSource,
  type SiteShell,
  type TextLink,
} from 'content-schema';
import { withoutHtml } from '../../data/without-html.ts';
import { ADMIN, EDIT_EXPERIENCES, NEW_POST, editPostPath } from '../../paths.ts';
import { postForm } from './post-form.ts';

/** What can be edited, as forms and drafts name it. */
export type SubjectName = keyof typeof ENTITIES | 'new post' | `post ${string}`;

const POST = /^post (.+)$/s;

export const postSubject = (id: string): SubjectName => `post ${id}`;

export const isPostSubject = (name: SubjectName): boolean => name === 'new post' || POST.test(name);

/** Undefined for what is no post, and for one without an id yet. */
export const postIdOfSubject = (name: SubjectName): string | undefined => POST.exec(name)?.[1];

interface Subject {
  readonly title: string;
  /** The page on which it is edited. */
  readonly page: string;
  /** The file that it is stored in; undefined for what is not stored yet. */
  readonly file: string | undefined;
}

const ENTITIES = {
  site: { title: 'Site metadata', page: ADMIN, file: SITE_PATH },
  profile: { title: 'Profile', page: ADMIN, file: PROFILE_PATH },
  sections: { title: 'Site sections', page: ADMIN, file: SECTIONS_PATH },
  experiences: { title: 'Experiences', page: EDIT_EXPERIENCES, file: EXPERIENCES_PATH },
} as const;

const isEntity = (name: string): name is keyof typeof ENTITIES => Object.hasOwn(ENTITIES, name);

/** Undefined for what is no subject. */
export const readSubject = (name: string): SubjectName | undefined =>
  isEntity(name) || name === 'new post' || POST.test(name) ? (name as SubjectName) : undefined;

export const subjectOf = (name: SubjectName): Subject => {
  if (isEntity(name)) return ENTITIES[name];
  const id = postIdOfSubject(name);
  if (id === undefined) return { title: 'New post', page: NEW_POST, file: undefined };
  return { title: `Post ${id}`, page: editPostPath(id), file: postPath(id) };
};

/** The part of a form in which a text is edited that is no post's. */
export const textFormPath = ({ file, field }: Pick<TextLink, 'file' | 'field'>): string => {
  if (file === PROFILE_PATH) return `${ADMIN}#narrative`;
  if (file === EXPERIENCES_PATH) return EDIT_EXPERIENCES;
  return field.startsWith('contact.')
    ? `${ADMIN}#site-sections`
    : `${EDIT_EXPERIENCES}#education-and-more`;
};

/** What is stored of a subject, as its form edits it; of a post, the one that is given. */
export const storedValueOf = (
  name: SubjectName,
  content: SiteShell,
  post: PostSource | undefined,
): unknown => (isEntity(name) ? withoutHtml(content[name]) : post && postForm(post));
