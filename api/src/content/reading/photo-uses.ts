import { decodeAddress, groupBy, type PhotoUse } from 'content-schema';
import { markdownTextsOf } from 'content-schema/content-response';
import type { Field, ValueOf } from 'content-schema/fields';
import { memoizeByIdentity } from '../../memo.ts';
import type { PhotoFile } from '../../photos/photo.ts';
import { ENTITIES } from '../entities.ts';
import { publicPosts } from './publication.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';

const PHOTO_ADDRESS = /\/(?:photos|uploads)\/([^\s/?#()[\]<>"'`]+)/g;

/** Returns the ids and file names of the photos that a text refers to, each once. */
export const photoNamesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PHOTO_ADDRESS)].map(([, name = '']) => decodeAddress(name))),
];

/** The texts that refer to photos, by the photo's id or file name. */
type Uses = ReadonlyMap<string, readonly PhotoUse[]>;

const usesByName = (named: readonly [use: PhotoUse, names: readonly string[]][]): Uses => {
  const pairs = named.flatMap(([use, names]) => names.map((name) => ({ name, use })));
  const byName = [...groupBy(pairs, ({ name }) => name)];
  return new Map(byName.map(([name, group]) => [name, group.map(({ use }) => use)]));
};

const postUses = memoizeByIdentity((posts: readonly PostEntry[]) =>
  usesByName(posts.map(({ id, title, photoNames }) => [{ id, title }, photoNames])),
);

const textUses = <F extends Field>({ path: file, fields }: { path: string; fields: F }) =>
  memoizeByIdentity((value: ValueOf<F> & object) =>
    usesByName(
      markdownTextsOf(fields, value).map(({ path, name, markdown }) => [
        { file, field: path, title: name },
        photoNamesIn(markdown),
      ]),
    ),
  );

const profileUses = textUses(ENTITIES.profile);
const experienceUses = textUses(ENTITIES.experiences);
const sectionUses = textUses(ENTITIES.sections);

const usesInTexts = ({ profile, experiences, sections }: ContentSnapshot): Uses[] => [
  profileUses(profile),
  experienceUses(experiences),
  sectionUses(sections),
];

const find = (uses: readonly Uses[], names: readonly string[]): readonly PhotoUse[] => [
  ...new Set(uses.flatMap((byName) => names.flatMap((name) => byName.get(name) ?? []))),
];

/** Returns the names by which texts refer to a photo. */
export const namesOf = ({ id, filename }: Pick<PhotoFile, 'id' | 'filename'>): string[] => [
  id,
  filename,
];

/**
 * Returns the posts that refer to a photo by any of the names, in their order, and then the other
 * texts.
 */
export const usesOf = (names: readonly string[], snapshot: ContentSnapshot): readonly PhotoUse[] =>
  find([postUses(snapshot.posts), ...usesInTexts(snapshot)], names);

/** Whether visitors see a photo with one of these names in any text. */
export const isSeenByVisitors = (names: readonly string[], snapshot: ContentSnapshot): boolean => {
  const isSeenIn = ({ photoNames }: PostEntry) => names.some((name) => photoNames.includes(name));
  return publicPosts(snapshot).some(isSeenIn) || find(usesInTexts(snapshot), names).length > 0;
};
