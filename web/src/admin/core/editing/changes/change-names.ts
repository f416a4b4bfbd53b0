import {
  SITE_PATH,
  isLogoPath,
  isPageId,
  isPhotoDetailsPath,
  labelsOf,
  nameOfId,
  photoOf,
  postFields,
  postIdOf,
  storedSiteFields,
  type CommitSummary,
  type Post,
} from 'content-schema';
import type { Field } from 'content-schema/fields';
import { MAIN_FILES } from '../edit/targets.ts';

/** Labels by path, e.g. `'*.role': 'Experience #: title'`: `*` is an index, `#` its number. */
export type FieldNames = Readonly<Record<string, string>>;

export const postName = (title: string, kind = 'Post'): string => `${kind} “${title}”`;

/** The name of a content file in the interface; its path if it has no name. */
export const fileName = (path: string, posts: readonly Pick<Post, 'id' | 'title'>[]): string => {
  const mainFile = MAIN_FILES.get(path);
  if (mainFile) return mainFile.title;
  if (isLogoPath(path)) return 'Logo';
  const id = postIdOf(path);
  const title = posts.find((post) => post.id === id)?.title;
  if (id !== undefined) return postName(title ?? nameOfId(id), isPageId(id) ? 'Page' : 'Post');
  if (isPhotoDetailsPath(path)) return 'Photo details';
  const photo = photoOf(path);
  return photo ? `Photo ${photo.filename}` : path;
};

/** The descriptor of the field at a path; undefined if there is none. */
export const fieldAt = (
  field: Field | undefined,
  [name, ...rest]: readonly string[],
): Field | undefined => {
  if (name === undefined || !field) return field;
  if (field.kind === 'list') return fieldAt(field.item, rest);
  return field.kind === 'group' ? fieldAt(field.fields[name], rest) : undefined;
};

export const isMarkdown = (path: string, field: string): boolean => {
  const descriptor = fieldAt(MAIN_FILES.get(path)?.fields, field.split('.'));
  return descriptor?.kind === 'text' && descriptor.markdown;
};

const POST_NAMES = { ...labelsOf(postFields), address: 'Address' };

export const fieldNamesOf = (path: string): FieldNames => {
  const fields = MAIN_FILES.get(path)?.fields;
  const names = postIdOf(path) === undefined ? fields && labelsOf(fields) : POST_NAMES;
  return { ...(path === SITE_PATH && labelsOf(storedSiteFields)), ...names, '': 'As a whole' };
};

export const SHORT_SHA = 7;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** The date of a change in the browser's time zone, e.g. `31 January 2026`. */
export const dayOfChange = (isoDate: string): string => day.format(new Date(isoDate));

export const timeOfChange = (date: string | number): string => time.format(new Date(date));

export const momentOfChange = (isoDate: string): string =>
  `${dayOfChange(isoDate)}, ${timeOfChange(isoDate)}`;

const UNDO_WORDS = new Map([
  ['Undo', 'Undid'],
  ['Redo', 'Redid'],
]);

/** The subject of a commit in the interface: `Undo "Hide post "A""` is `Undid: hide post “A”`. */
export const subjectText = ({ subject, kind }: Pick<CommitSummary, 'subject' | 'kind'>): string => {
  const { verb = '', name = '' } = kind ?? {};
  const done = UNDO_WORDS.get(verb);
  const undone = name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  const text = done === undefined ? subject : `${done}: ${undone}`;
  return text.replace(/(^|[\s(])"/g, '$1“').replaceAll('"', '”') || 'Without a message';
};
