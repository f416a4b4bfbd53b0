import type { SiteChange } from 'content-schema';
import { isSame } from 'content-schema/merge';
import { publicPosts } from '../reading/publication.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import type { CommitSha } from '../git-store/git-store.ts';
import type { ContentPresenter } from './content-presenter.ts';

/** Returns the path of a page of the site at a commit. */
export const pastAddress = (commit: CommitSha, path = '/'): string => `/past/${commit}${path}`;

const ENTITIES = ['site', 'profile', 'experiences', 'sections'] as const;

/**
 * Compares two lists by id: added and changed items, and then the removed ones. An item that is in
 * both lists has changed if `versionOf` differs.
 */
const compare = <It extends { readonly id: string }>(
  before: readonly It[],
  now: readonly It[],
  versionOf: (item: It) => string,
) => {
  const old = new Map(before.map((item) => [item.id, item]));
  const present = new Set(now.map(({ id }) => id));
  const come = now.flatMap((item) => {
    const was = old.get(item.id);
    if (!was) return { status: 'added' as const, item };
    return versionOf(was) === versionOf(item) ? [] : { status: 'changed' as const, item };
  });
  const deleted = before.filter(({ id }) => !present.has(id));
  return [...come, ...deleted.map((item) => ({ status: 'removed' as const, item }))];
};

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
  const posts = compare(publicPosts(before), publicPosts(now), ({ blob }) => blob);
  const photos = compare(
    before.photos,
    now.photos,
    ({ blob, detailsBlob = '' }) => blob + detailsBlob,
  );
  return [
    ...posts.map(
      ({ status, item: { id, title } }) => ({ kind: 'post', status, id, title }) as const,
    ),
    ...ENTITIES.filter((kind) => !isSame(old[kind], today[kind])).map((kind) => ({ kind })),
    ...photos.map(
      ({ status, item: { id, filename } }) => ({ kind: 'photo', status, id, filename }) as const,
    ),
  ];
};
