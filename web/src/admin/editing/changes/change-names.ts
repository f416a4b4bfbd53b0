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

interface MainFile {
  readonly name: string;
  readonly fields: Field;
}

const MAIN_FILES: Readonly<Record<string, MainFile>> = {
  [SITE_PATH]: { name: 'Site metadata', fields: siteFields },
  [PROFILE_PATH]: { name: 'Profile', fields: profileFields },
  [EXPERIENCES_PATH]: { name: 'Experiences', fields: experiencesFields },
  [SECTIONS_PATH]: { name: 'Sections', fields: sectionsFields },
};

/** The content files that always exist, with their names in the interface. */
export const MAIN_FILE_NAMES = Object.entries(MAIN_FILES).map(
  ([path, { name }]) => [path, name] as const,
);

/** The name of a post in the interface. */
export const postName = (title: string): string => `Post “${title}”`;

/** The name of a content file in the interface; its path if it has no name. */
export const fileName = (path: string, posts: readonly Pick<Post, 'id' | 'title'>[]): string => {
  const mainFile = MAIN_FILES[path];
  if (mainFile) return mainFile.name;
  if (isLogoPath(path)) return 'Logo';
  const id = postIdOf(path);
  if (id !== undefined) return postName(posts.find((post) => post.id === id)?.title ?? id);
  if (isPhotoDetailsPath(path)) return 'Photo details';
  const photo = photoOf(path);
  return photo ? `Photo ${photo.filename}` : path;
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
  const descriptor = fieldAt(MAIN_FILES[path]?.fields, field.split('.'));
  return descriptor?.kind === 'text' && descriptor.markdown;
};

const POST_NAMES = {
  ...{ ...labelsOf(postFields), createdAt: 'Date' },
  ...{ publishDate: 'Publish on', expiryDate: 'Expires on' },
};
const WHOLE_FILE = { '': 'As a whole' };

/** The labels of a file's fields, by their paths. */
export const fieldNamesOf = (path: string): FieldNames => {
  const fields = MAIN_FILES[path]?.fields;
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
      : `${verb === 'Undo' ? 'Undid' : 'Redid'}: ${inner.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`;
  return text.replace(/(^|[\s(])"/g, '$1“').replaceAll('"', '”') || 'Without a message';
};
