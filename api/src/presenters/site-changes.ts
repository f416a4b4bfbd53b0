import type { SiteChange } from 'content-schema';
import { isSame } from 'content-schema/merge';
import { publicPosts } from '../content/reading/publication.ts';
import type { ContentSnapshot, PostEntry } from '../content/reading/snapshot.ts';
import type { CommitSha } from '../git-store/git-store.ts';
import type { Photo } from '../photos/photo.ts';
import type { ContentPresenter } from './content-presenter.ts';

/** Returns the path of a page of the site at a commit. */
export const pastAddress = (commit: CommitSha, path = '/'): string => `/past/${commit}${path}`;

const ENTITIES = ['site', 'profile', 'experiences', 'sections'] as const;

interface Difference<It> {
  readonly status: 'added' | 'changed' | 'removed';
  /** The current item, or the old one if it was deleted. */
  readonly of: It;
}

/** Compares two lists by id: added, removed and changed items. */
const compare = <It extends { readonly id: string }>(
  before: readonly It[],
  now: readonly It[],
  isSameAs: (before: It, now: It) => boolean,
): Difference<It>[] => {
  const old = new Map(before.map((it) => [it.id, it]));
  const present = new Map(now.map((it) => [it.id, it]));
  const come = now.flatMap((of): Difference<It>[] => {
    const was = old.get(of.id);
    if (!was) return [{ status: 'added', of }];
    return isSameAs(was, of) ? [] : [{ status: 'changed', of }];
  });
  const deleted = before.filter(({ id }) => !present.has(id));
  return [...come, ...deleted.map((of): Difference<It> => ({ status: 'removed', of }))];
};

const isSamePost = (before: PostEntry, now: PostEntry): boolean => before.blob === now.blob;

const isSamePhoto = (before: Photo, now: Photo): boolean =>
  before.blob === now.blob && before.detailsBlob === now.detailsBlob;

/** Returns the differences that visitors see between an old snapshot and the current one. */
export const siteChanges = async (
  present: { readonly before: ContentPresenter; readonly now: ContentPresenter },
  before: ContentSnapshot,
  now: ContentSnapshot,
): Promise<SiteChange[]> => {
  if (before.revision === now.revision) return [];
  const [old, today] = await Promise.all([
    present.before.shell(before, 'visitor'),
    present.now.shell(now, 'visitor'),
  ]);
  const posts = compare(publicPosts(before), publicPosts(now), isSamePost);
  const photos = compare(before.photos, now.photos, isSamePhoto);
  return [
    ...posts.map(({ status, of: { id, title } }) => ({ kind: 'post', status, id, title }) as const),
    ...ENTITIES.filter((kind) => !isSame(old[kind], today[kind])).map((kind) => ({ kind })),
    ...photos.map(
      ({ status, of: { id, filename } }) => ({ kind: 'photo', status, id, filename }) as const,
    ),
  ];
};
