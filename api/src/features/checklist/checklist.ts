import { isPublic, type ChecklistItem, type ChecklistKind, type PostLink } from 'content-schema';
import { photoIdAt } from 'content-schema/images-in-text';
import type { RouteDeps } from '../../core/http/deps.ts';
import { isOutdated, type LastBackup } from '../../core/last-backup.ts';
import { memoizeByIdentity } from '../../core/memo.ts';
import { publicPosts } from '../../core/reading/publication.ts';
import { createFinder } from '../../core/reading/addresses.ts';
import type { ContentSnapshot, PostEntry } from '../../core/reading/snapshot.ts';
import { readSample, sampleFields, samplePosts } from './sample.ts';

const POSTS_MAX = 10;
const PATHS_MAX = 3;
const RESET_SHOWN_MS = 7 * 24 * 60 * 60 * 1000;

const item = (
  kind: ChecklistKind,
  count: number,
  more: Partial<ChecklistItem> = {},
): ChecklistItem[] => (count === 0 ? [] : [{ kind, count, posts: [], ...more }]);

const linkTo = ({ id, title }: PostLink): PostLink => ({ id, title });

const itemOfPosts = (kind: ChecklistKind, posts: readonly PostEntry[]): ChecklistItem[] =>
  item(kind, posts.length, { posts: posts.slice(0, POSTS_MAX).map(linkTo) });

const backupItem = async (
  lastBackup: LastBackup,
  { revision }: ContentSnapshot,
): Promise<ChecklistItem[]> => {
  const last = await lastBackup.read();
  if (last && !isOutdated(last, revision)) return [];
  return item(last ? 'old-backup' : 'local-only', 1);
};

type Options = Pick<
  RouteDeps,
  'authState' | 'defaultContent' | 'info' | 'lastBackup' | 'missedAddresses' | 'renamedPosts'
>;

/** Lists the open tasks of the owner; each kind at most once, the most important first. */
export const createChecklist = (options: Options) => {
  const { authState, defaultContent, lastBackup, info, renamedPosts, missedAddresses } = options;
  const readSampleOnce = memoizeByIdentity(readSample);
  return async (snapshot: ContentSnapshot): Promise<readonly ChecklistItem[]> => {
    const sample = await readSampleOnce(defaultContent);
    const fields = sampleFields(snapshot, sample);
    const remaining = samplePosts(snapshot, sample);
    const posts = publicPosts(snapshot);
    const old = renamedPosts.oldAddresses(snapshot);
    const finds = createFinder(snapshot, new Set([...old.values()].flat()));
    const described = new Set(
      snapshot.photos.flatMap((photo) => (photo.details.alt ? [photo.id] : [])),
    );
    const about = (kind: ChecklistKind, pathsOf: (post: PostEntry) => readonly string[]) => {
      const all = posts.map((post) => ({ ...linkTo(post), paths: pathsOf(post) }));
      const affected = all.filter(({ paths }) => paths.length > 0);
      return item(kind, affected.flatMap(({ paths }) => paths).length, {
        posts: affected
          .slice(0, POSTS_MAX)
          .map((post) => ({ ...post, paths: post.paths.slice(0, PATHS_MAX) })),
      });
    };
    const undescribed = about('undescribed-pictures', ({ undescribed: addresses = [] }) =>
      addresses.filter((address) => !described.has(photoIdAt(address) ?? '')),
    );
    const missed = missedAddresses.list(snapshot);
    const hidden = snapshot.posts.filter((post) => !isPublic(post, snapshot.asOf));
    const isExposed = hidden.length > 0 && (await info.isPublic?.());
    const isResetNew = Date.now() - (authState.current().resetAt ?? -Infinity) < RESET_SHOWN_MS;
    return [
      ...item('sign-in-reset', isResetNew ? 1 : 0),
      ...(info.kind === 'local' ? await backupItem(lastBackup, snapshot) : []),
      ...itemOfPosts('public-repository', isExposed ? hidden : []),
      ...item('sample', fields.length + remaining.length, {
        fields,
        posts: remaining.slice(0, POSTS_MAX).map(linkTo),
      }),
      ...undescribed.map((photo) => ({ ...photo, posts: photo.posts.map(linkTo) })),
      ...about('dead-links', ({ paths = [] }) => paths.filter((path) => !finds(path))),
      ...about('renamed-posts', ({ id }) => old.get(id) ?? []),
      ...item('missed-addresses', missed.length, { addresses: missed }),
    ];
  };
};
