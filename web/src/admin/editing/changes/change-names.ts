import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  experiencesFields,
  isLogoPath,
  isPhotoDetailsPath,
  labelsOf,
  photoOf,
  postFields,
  postIdOf,
  profileFields,
  sectionsFields,
  siteFields,
  storedSiteFields,
  type Post,
} from 'content-schema';
import type { Field } from 'content-schema/fields';

/**
 * The labels of a value's fields, by their paths, e.g. `social.github`. In a path `*` matches any
 * list index, and `#` in the label becomes its number, counted from 1: `'*.role': 'Experience #:
 * title'`.
 */
export type FieldNames = Readonly<Record<string, string>>;

const NAMES: Readonly<Record<string, string>> = {
  [SITE_PATH]: 'Site metadata',
  [PROFILE_PATH]: 'Profile',
  [EXPERIENCES_PATH]: 'Experiences',
  [SECTIONS_PATH]: 'Sections',
};

/** The content files that always exist, with their names in the interface. */
export const MAIN_FILES: readonly (readonly [path: string, name: string])[] = Object.entries(NAMES);

/** The name of a post in the interface. */
export const postName = (title: string): string => `Post “${title}”`;

/** The name of a content file in the interface; its path if it has no name. */
export const fileName = (path: string, posts: readonly Pick<Post, 'id' | 'title'>[]): string => {
  const name = NAMES[path];
  if (name !== undefined) return name;
  if (isLogoPath(path)) return 'Logo';
  const id = postIdOf(path);
  if (id !== undefined) return postName(posts.find((post) => post.id === id)?.title ?? id);
  if (isPhotoDetailsPath(path)) return 'Photo details';
  const photo = photoOf(path);
  return photo ? `Photo ${photo.filename}` : path;
};

const FIELDS: Readonly<Record<string, Field>> = {
  [SITE_PATH]: siteFields,
  [PROFILE_PATH]: profileFields,
  [EXPERIENCES_PATH]: experiencesFields,
  [SECTIONS_PATH]: sectionsFields,
};

const fieldAt = (
  field: Field | undefined,
  [name, ...rest]: readonly string[],
): Field | undefined => {
  if (name === undefined || !field) return field;
  if (field.kind === 'list') return fieldAt(field.item, rest);
  return field.kind === 'group' ? fieldAt(field.fields[name], rest) : undefined;
};

/** Whether a field of a file holds Markdown. */
export const isMarkdown = (path: string, field: string): boolean => {
  const result = fieldAt(FIELDS[path], field.split('.'));
  return result?.kind === 'text' && result.markdown;
};

const POST_NAMES = { ...labelsOf(postFields), createdAt: 'Date' };
const WHOLE_FILE = { '': 'As a whole' };

/** The labels of a file's fields, by their paths. */
export const fieldNamesOf = (path: string): FieldNames => {
  const fields = FIELDS[path];
  const names = postIdOf(path) === undefined ? fields && labelsOf(fields) : POST_NAMES;
  return { ...(path === SITE_PATH && labelsOf(storedSiteFields)), ...names, ...WHOLE_FILE };
};

/** The number of characters of a commit's sha to show. */
export const SHORT_SHA = 7;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** The date of a change in the browser's time zone, e.g. `31 January 2026`. */
export const dayOfChange = (isoDate: string): string => day.format(new Date(isoDate));

/** The time of day of a change, e.g. `18:05`. */
export const timeOfChange = (isoDate: string): string => time.format(new Date(isoDate));

const UNDO_OR_REDO = /^(Undo|Redo) "(.*)"$/;

/** The subject of a commit in the interface: `Undo "Hide post "A""` is `Undid: hide post “A”`. */
export const subjectText = (subject: string): string => {
  const [, verb, inner = ''] = UNDO_OR_REDO.exec(subject) ?? [];
  const text =
    verb === undefined
      ? subject
      : `${verb === 'Undo' ? 'Undid' : 'Redid'}: ${inner.replace(/^[A-Z](?=[a-z])/, (it) => it.toLowerCase())}`;
  return text.replace(/(^|[\s(])"/g, '$1“').replaceAll('"', '”') || 'Without a message';
};
