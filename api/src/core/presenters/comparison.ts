/** What differs between two versions of the content: a commit and its parent, a proposal, then and now. */
import {
  EXPERIENCES,
  HOME,
  isPublic,
  postIdOf,
  STYLE_PATH,
  withoutUndefined,
  type CompareResponse,
  type Problem,
  type SiteChange,
} from 'content-schema';
import { isSame } from 'content-schema/merge';
import type { Content } from '../content.ts';
import type { CommitSha } from '../git-store/git-store.ts';
import { typeOfName } from '../photos/image-types.ts';
import {
  addressOf,
  addressProblems,
  createFinder,
  postAt,
  projectIds,
} from '../reading/addresses.ts';
import { TEXT_MAX_BYTES, changedFiles, describeFiles, type ChangedFile } from './file-changes.ts';
import { atTime, publicPosts } from '../reading/publication.ts';
import { renamesBetween } from '../reading/renames.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import type { ContentPresenter } from './content-presenter.ts';

const COMPARED = ['site', 'profile', 'experiences', 'sections'] as const;

/** Returns what visitors see of posts, projects' pages and photos, by kinds and ids; `blobs` tells versions apart. */
const itemsOf = async ({ presentPast }: Deps, snapshot: ContentSnapshot) => {
  const pages = await presentPast.projectPages(snapshot);
  const projects = pages.map(({ id, title, ...shown }) => {
    return { kind: 'post', id, title, blobs: JSON.stringify(shown) } as const;
  });
  const posts = publicPosts(snapshot).map(
    ({ id, title, blob }) => ({ kind: 'post', id, title, blobs: blob }) as const,
  );
  const photos = snapshot.photos.map(({ id, filename: title, blob, detailsBlob = '' }) => {
    return { kind: 'photo', id, title, blobs: blob + detailsBlob } as const;
  });
  const items = [...posts, ...projects, ...photos].map(({ blobs, ...item }) => ({ item, blobs }));
  return new Map(items.map((each) => [`${each.item.kind} ${each.item.id}`, each]));
};

/** Returns the differences that visitors see: added and changed items, and then the removed ones. */
const siteChanges = async (
  deps: Deps,
  before: ContentSnapshot,
  after: ContentSnapshot,
): Promise<SiteChange[]> => {
  if (before.revision === after.revision) return [];
  const { presentPast } = deps;
  const [old, next] = [await itemsOf(deps, before), await itemsOf(deps, after)];
  const [oldShell, shell] = await Promise.all([
    presentPast.shell(before, 'visitor'),
    presentPast.shell(after, 'visitor'),
  ]);
  return [
    ...[...next].flatMap(([key, { item, blobs }]) => {
      const was = old.get(key);
      const status = was ? ('changed' as const) : ('added' as const);
      return was?.blobs === blobs ? [] : { ...item, status };
    }),
    ...[...old].flatMap(([key, { item }]) =>
      next.has(key) ? [] : { ...item, status: 'removed' as const },
    ),
    ...(before.tree.get(STYLE_PATH)?.sha === after.tree.get(STYLE_PATH)?.sha
      ? []
      : [{ kind: 'style' as const }]),
    ...COMPARED.filter((kind) => !isSame(oldShell[kind], shell[kind])).map((kind) => ({ kind })),
  ];
};

/** Returns the problems that only the second version has, also if their line has moved. */
export const newProblems = (before: ContentSnapshot, after: ContentSnapshot): Problem[] => {
  const problemsOf = (snapshot: ContentSnapshot) => [
    ...snapshot.problems,
    ...addressProblems(snapshot),
  ];
  const keyOf = ({ path, message }: Problem): string => `${path}\n${message}`;
  const old = new Set(problemsOf(before).map(keyOf));
  return problemsOf(after).filter((problem) => !old.has(keyOf(problem)));
};

/** The new addresses of posts whose files were renamed, by the old ones. */
type Moved = ReadonlyMap<string, string>;

/** Returns the pages that show the changes; a renamed post is one page. */
const pagesOf = (changes: readonly SiteChange[], moved: Moved) => {
  const page = (title: string, before?: string, after?: string) => ({
    title,
    ...withoutUndefined({ before, after }),
  });
  const addresses = new Map([...moved].map(([from, to]) => [to, from]));
  const kinds = new Set(changes.map(({ kind }) => kind));
  const posts = changes.flatMap((change) => {
    if (change.kind !== 'post') return [];
    const { title, status } = change;
    const address = addressOf(change.id);
    if (status === 'added') return page(title, addresses.get(address), address);
    if (status === 'removed') return moved.has(address) ? [] : page(title, address);
    return page(title, address, address);
  });
  const isOfEntries = kinds.has('experiences') || kinds.has('sections');
  return [
    ...([...kinds].some((kind) => kind !== 'post' && kind !== 'photo')
      ? [page('Home', HOME, HOME)]
      : []),
    ...(isOfEntries ? [page('Experiences', EXPERIENCES, EXPERIENCES)] : []),
    ...posts,
  ];
};

/** Finds what would lead to no page any more. */
const findBreaks = (before: ContentSnapshot, after: ContentSnapshot, moved: Moved) => {
  const [old, next] = [atTime(before, Date.now()), atTime(after, Date.now())];
  const isShown = (address: string): boolean => {
    const post = postAt(next, moved.get(address) ?? address);
    return post !== undefined && isPublic(post, next.asOf);
  };
  const redirects = new Set([...moved.keys()].filter(isShown));
  const [worked, works] = [createFinder(old, redirects), createFinder(next, redirects)];
  return {
    deadLinks: publicPosts(next).flatMap(({ id, title, paths = [] }) => {
      const oldPaths = postAt(old, addressOf(id))?.paths ?? [];
      const dead = paths.filter(
        (path) => !works(path) && (worked(path) || !oldPaths.includes(path)),
      );
      return dead.length > 0 ? [{ id, title, paths: dead }] : [];
    }),
    endedAddresses: [
      ...publicPosts(old)
        .flatMap(({ id, addresses = [] }) => [addressOf(id), ...addresses])
        .filter((address) => !isShown(address)),
      ...projectIds(old)
        .map((id) => addressOf(id))
        .filter((address) => !works(address)),
    ],
  };
};

interface Deps extends Pick<Content, 'history' | 'past' | 'photos' | 'reader' | 'info'> {
  readonly presentPast: ContentPresenter;
}

const presentFiles = async (
  { photos, info: { pages } }: Deps,
  [from, to]: readonly [CommitSha | null, CommitSha],
  files: readonly ChangedFile[],
) =>
  (await describeFiles(photos, files)).map((file) => {
    const commit = file.status === 'deleted' ? from : to;
    return { ...file, ...(pages && commit !== null && { url: pages.fileAt(commit, file.path) }) };
  });

/**
 * Compares the files of two versions, what visitors see of them, and what the second one breaks.
 * Throws `NotFound` when there is no such commit.
 */
export const compareVersions = async (deps: Deps, from: CommitSha, to: CommitSha) => {
  const { history, past, photos, reader } = deps;
  const { tree } = await reader.current();
  const trees = await history.between(from, to);
  // One request for all texts: those of the snapshots, and the compared ones.
  await photos.readEach(
    [...trees.before, ...trees.after].flatMap(([path, { sha, size }]) => {
      const isRead = !typeOfName(path) && size <= TEXT_MAX_BYTES;
      return isRead && tree.get(path)?.sha !== sha ? [sha] : [];
    }),
  );
  const [before, after] = await Promise.all([past.at(from), past.at(to)]);
  // The server redirects from the old path of a renamed file.
  const renames = await renamesBetween({ base: from, head: to, ...trees }, history);
  const moved = new Map(
    [...renames].flatMap(([path, next]): [string, string][] => {
      const [id, nextId] = [postIdOf(path), postIdOf(next)];
      return id === undefined || nextId === undefined ? [] : [[addressOf(id), addressOf(nextId)]];
    }),
  );
  const files = changedFiles(trees.before, trees.after, renames);
  return {
    ...{ from, to, files: await presentFiles(deps, [from, to], files) },
    pages: pagesOf(await siteChanges(deps, before, after), moved),
    problems: newProblems(before, after),
    ...findBreaks(before, after, moved),
  };
};

/**
 * Without `from`, compares the files of `to` with those of its parent; without `to`, what visitors
 * saw with what they see now. Throws like `compareVersions`.
 */
export const presentComparison = async (
  deps: Deps,
  from: CommitSha | undefined,
  to: CommitSha | undefined,
): Promise<CompareResponse> => {
  if (from !== undefined && to !== undefined) return compareVersions(deps, from, to);
  const { history, past, reader } = deps;
  const now = await reader.current();
  if (from !== undefined) {
    const changes = await siteChanges(deps, await past.at(from), now);
    return { from, to: now.revision, changes };
  }
  const { info, before, after } = await history.change(to ?? now.revision);
  const { parent, sha } = info;
  const files = await presentFiles(deps, [parent, sha], changedFiles(before, after));
  return { from: parent, to: sha, files };
};
