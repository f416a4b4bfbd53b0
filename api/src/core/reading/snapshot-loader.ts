import {
  postIdOf,
  sortPosts,
  STYLE_PATH,
  withoutUndefined,
  type FileProblem,
  type Layout,
  type Problem,
} from 'content-schema';
import { isSame } from 'content-schema/merge';
import type { Cache } from '../cache.ts';
import { changedPaths } from '../git-store/changes.ts';
import type { BlobSha, BlobStart, CommitSha, GitStore, Tree } from '../git-store/git-store.ts';
import { memoizeByIdentity } from '../memo.ts';
import type { Photo, PhotoFile } from '../photos/photo.ts';
import { ENTITIES, type EntityFile, type EntityName } from './entities.ts';
import {
  parsePost,
  postFilesOf,
  INCREMENTAL_MAX,
  withPostFiles,
  withPosts,
  type PostFile,
  type PostListing,
} from './stored-posts.ts';
import type { FindPost, PostIndex } from './post-index.ts';
import type { BlobCache } from './blob-cache.ts';
import { asOfTime } from './publication.ts';
import { mapYielding } from '../git-store/map-yielding.ts';
import { slicesOf } from '../git-store/slices.ts';
import type { ContentSnapshot, PostEntry, WarnOfFile } from './snapshot.ts';
import {
  detailsProblems,
  imageProblems,
  listPhotos,
  readPhoto,
  type ListedPhoto,
} from './stored-photos.ts';
import { problemsOf, unreadable } from './text-file.ts';
import { nameProblems, treeProblems } from './tree-problems.ts';

/**
 * Loads the content of a commit; what is as in an earlier snapshot is the same object. An entity
 * whose file can't be read is as in `previous`, else as in its last readable version; a post whose
 * object can't be read is left out. Yields to other requests.
 */
export type LoadSnapshot = (
  revision: CommitSha,
  tree: Tree,
  previous?: ContentSnapshot,
) => Promise<ContentSnapshot>;

interface Options {
  readonly store: Pick<GitStore, 'history' | 'list' | 'links'>;
  readonly blobs: Pick<BlobCache, 'readEach'>;
  readonly photos: Pick<BlobCache, 'starts'>;
  readonly posts: Pick<PostIndex, 'read' | 'add'>;
  /** Called once for each problem in a cached snapshot. */
  readonly warn: WarnOfFile;
  readonly snapshots: Cache<ContentSnapshot>;
  /** For old commits: the current content, whose files need not be parsed again. */
  readonly present?: () => ContentSnapshot | undefined;
  /** For old commits: the time, in milliseconds, as of which they are shown. */
  readonly timeOf?: (revision: CommitSha) => Promise<number>;
}

interface Commit {
  readonly revision: CommitSha;
  readonly tree: Tree;
  readonly links: readonly string[];
  /** The contents of the files that are in no snapshot. */
  readonly contents: Awaited<ReturnType<BlobCache['readEach']>>;
  /** Returns a snapshot that has the same file, or also none, at the path. */
  readonly sameFile: (path: string) => ContentSnapshot | undefined;
  readonly previous: ContentSnapshot | undefined;
}

interface EntityState<Value> {
  readonly path: string;
  readonly value: Value;
  readonly problems: readonly FileProblem[];
}

/** Each version takes one or two requests to GitHub. */
const VERSIONS_MAX = 10;
/** Posts whose texts are in memory at a time, besides those that are cached. */
const SLICE = 2000;

const FILES: { readonly [Name in EntityName]: EntityFile<ContentSnapshot[Name]> } = {
  site: ENTITIES.site.file,
  profile: ENTITIES.profile.file,
  experiences: ENTITIES.experiences.file,
  sections: ENTITIES.sections.file,
};

const postsByPath = memoizeByIdentity(
  ({ posts }: ContentSnapshot) => new Map(posts.map((post) => [post.path, post])),
);

/** The parts of the last snapshot that the next one reuses if they are unchanged. */
interface Listing {
  readonly posts: readonly PostListing[];
  readonly photos: readonly ListedPhoto[];
  readonly names: readonly Problem[];
}

const photosByKey = memoizeByIdentity(
  ({ photos }: ContentSnapshot) => new Map(photos.map((photo) => [photo.key, photo])),
);

/** Returns what the configuration of another site generator says of the site. */
const siteOf = ({ layout }: Tree) => {
  const { title, description }: Partial<Layout> = layout ?? {};
  return withoutUndefined({ title, description });
};

const withPath = ([path, problems]: readonly [string, readonly FileProblem[]]): Problem[] =>
  problems.map((problem) => ({ path, ...problem }));

export const createSnapshotLoader = (options: Options): LoadSnapshot => {
  const { store, blobs, photos: photoBlobs, posts: index, snapshots, present } = options;
  // Apart, since past snapshots lack the problems of images.
  const prefix = present ? 'past' : 'present';
  const cachedSnapshots = (): ContentSnapshot[] => [
    ...snapshots.entries().flatMap(([key, snapshot]) => (key.startsWith(prefix) ? snapshot : [])),
    ...[present?.()].filter((snapshot) => snapshot !== undefined),
  ];

  const listings = new WeakMap<Tree, Listing>();

  /** Posts of earlier processes; dropped once the first snapshot is loaded. */
  let storedPosts: Promise<FindPost> | undefined = index.read();

  /** Returns the newest readable value among the last versions of an entity, if there is one. */
  const lastReadable = async <Name extends EntityName>(
    name: Name,
    from: CommitSha,
  ): Promise<ContentSnapshot[Name] | undefined> => {
    const { path } = ENTITIES[name];
    const { commits } = await store.history({ from, path, page: 1, perPage: VERSIONS_MAX });
    for (const { sha } of commits) {
      const blob = (await store.list(sha)).get(path)?.sha;
      if (!blob) continue;
      const { value, problems } = FILES[name].read((await blobs.readEach([blob])).get(blob));
      if (problems.length === 0) return value;
    }
    return undefined;
  };

  const readEntity = async <Name extends EntityName>(
    name: Name,
    { revision, tree, links, contents, sameFile, previous }: Commit,
  ): Promise<EntityState<ContentSnapshot[Name]>> => {
    const { path } = ENTITIES[name];
    const entry = tree.get(path);
    const same = entry && sameFile(path);
    if (same) return { path, value: same[name], problems: same.fileProblems.get(path) ?? [] };
    const { value, problems } = FILES[name].read(entry && contents.get(entry.sha));
    if (problems.length === 0 && !links.includes(path)) return { path, value, problems };
    // The store may have failed since it listed the commit.
    const last = previous?.[name] ?? (await lastReadable(name, revision).catch(() => undefined));
    return { path, value: last ?? value, problems };
  };

  /** Returns the problems of each image that the store can examine now. */
  const checkImages = async (
    photos: readonly PhotoFile[],
    sameFile: Commit['sameFile'],
  ): Promise<(readonly [key: string, problems: readonly FileProblem[]])[]> => {
    const cached = new Map(
      photos.map(({ key }) => [key, sameFile(key)?.fileProblems.get(key)] as const),
    );
    const others = photos.filter(({ key, size }) => size > 0 && !cached.get(key));
    const starts = await photoBlobs
      .starts(others.map(({ blob }) => blob))
      .catch(() => new Map<BlobSha, BlobStart>());
    return photos.flatMap(({ key, blob }) => {
      const problems = cached.get(key) ?? imageProblems(starts.get(blob));
      return problems ? [[key, problems] as const] : [];
    });
  };

  /** Warns of the problems that no cached snapshot has. Yields to other requests. */
  const warnOfNew = async (
    problems: readonly Problem[],
    cached: readonly ContentSnapshot[],
  ): Promise<void> => {
    const paths = new Set(problems.map(({ path }) => path));
    const earlier = cached.flatMap((snapshot) =>
      snapshot.problems.filter(({ path }) => paths.has(path)),
    );
    const said = new Set(earlier.map((problem) => JSON.stringify(problem)));
    await mapYielding(problems, (problem) => {
      if (!said.has(JSON.stringify(problem))) options.warn(problem);
    });
  };

  const load = async (
    revision: CommitSha,
    tree: Tree,
    previous: ContentSnapshot | undefined,
  ): Promise<ContentSnapshot> => {
    const cached = [...(previous ? [previous] : []), ...cachedSnapshots()];
    const sameFile: Commit['sameFile'] = (path) =>
      cached.find((snapshot) => snapshot.tree.get(path)?.sha === tree.get(path)?.sha);
    // By path and blob: a post's title and id may derive from its path.
    const samePost = ({ path, blob, origin }: PostFile) =>
      cached
        .map((snapshot) => postsByPath(snapshot).get(path))
        .find((post) => post?.blob === blob && isSame(post.origin, origin));
    const samePhoto = ({ key, blob, detailsBlob }: ListedPhoto) =>
      cached
        .map((snapshot) => photosByKey(snapshot).get(key))
        .find((photo) => photo?.blob === blob && photo.detailsBlob === detailsBlob);

    const links = await store.links(revision);
    const findStored = await storedPosts;
    const [last] = cached;
    const lastListing = last && listings.get(last.tree);
    const changed = last && changedPaths(last.tree, tree);
    const isAlone = (folder: string) => changed?.every((path) => !path.startsWith(folder)) ?? false;
    const changedPosts = changed?.filter((path) => postIdOf(path) !== undefined) ?? [];
    /** If few posts have changed, the previous lists are updated instead of rebuilt. */
    const isFew = changedPosts.length <= INCREMENTAL_MAX && last?.tree.layout === tree.layout;
    const before = isFew ? lastListing : undefined;
    const files: readonly PostListing[] = before
      ? withPostFiles(before.posts, changedPosts, tree)
      : postFilesOf(tree).map((file) => ({ ...file, post: samePost(file) ?? findStored?.(file) }));
    const photoFiles = (isAlone('photos/') && lastListing?.photos) || listPhotos(tree);
    const isRenamed = changed?.some((path) => !tree.has(path) || !last?.tree.has(path)) ?? true;
    const names = (!isRenamed && lastListing?.names) || nameProblems(tree);
    const listed = photoFiles.map((photo) => samePhoto(photo) ?? photo);
    const [first = [], ...others] = slicesOf(
      files.filter(({ post }) => !post),
      SLICE,
    );
    const contents = await blobs.readEach([
      ...[...Object.values(ENTITIES).map(({ path }) => path), STYLE_PATH]
        .filter((path) => !sameFile(path))
        .flatMap((path) => tree.get(path)?.sha ?? []),
      ...first.map(({ blob }) => blob),
      ...listed.flatMap(({ detailsBlob, details }) => (details ? [] : (detailsBlob ?? []))),
    ]);

    const commit: Commit = { revision, tree, links, contents, sameFile, previous };
    const site = await readEntity('site', commit);
    const profile = await readEntity('profile', commit);
    const experiences = await readEntity('experiences', commit);
    const sections = await readEntity('sections', commit);
    const entities = [site, profile, experiences, sections];

    const logoPath = site.value.logo?.path ?? '';
    const logo = tree.get(logoPath);
    const isNewLogo = logo && !sameFile(logoPath);
    const [images] = await Promise.all([
      checkImages(listed, sameFile),
      // Read a new logo ahead of the first page that shows it; pages don't fail without it.
      isNewLogo && blobs.readEach([logo.sha]).catch(() => undefined),
    ]);

    const damaged: Problem[] = [];
    const parsed: PostEntry[] = [];
    const parse = async (slice: typeof first, read: typeof contents): Promise<void> => {
      await mapYielding(slice, (file) => {
        const content = read.get(file.blob);
        if (content instanceof Uint8Array) parsed.push(parsePost(file, content));
        else damaged.push({ path: file.path, ...unreadable(content) });
      });
    };
    await parse(first, contents);
    for (const slice of others)
      await parse(slice, await blobs.readEach(slice.map(({ blob }) => blob)));
    const parsedByPath = new Map(parsed.map((post) => [post.path, post]));
    const listedPosts = files.map((file) =>
      file.post ? file : { ...file, post: parsedByPath.get(file.path) },
    );
    const posts =
      before && last
        ? withPosts(last.posts, new Set([...changedPosts, ...parsedByPath.keys()]), parsed)
        : sortPosts(listedPosts.flatMap(({ post }) => post ?? []));
    index.add(parsed, posts);
    storedPosts = undefined;

    const photos = await mapYielding(listed, (photo): Photo =>
      photo.details
        ? photo
        : readPhoto(photo, photo.detailsBlob && contents.get(photo.detailsBlob)),
    );

    const style = tree.get(STYLE_PATH)?.sha;
    const ofStyle = style && problemsOf(contents.get(style));
    const fileProblems = new Map([
      [STYLE_PATH, sameFile(STYLE_PATH)?.fileProblems.get(STYLE_PATH) ?? ofStyle ?? []] as const,
      ...entities.map(({ path, problems }) => [path, problems] as const),
      ...images,
    ]);
    const ofFiles = [...fileProblems, ...detailsProblems(photos)].flatMap(withPath);
    const ofTree = treeProblems({ tree, site: site.value, photos, links }, names);
    const problemsWith = (ofPosts: readonly PostEntry[]): Problem[] => [
      ...ofFiles,
      ...ofPosts.flatMap((post) => post.problems),
      ...damaged,
      ...ofTree,
    ];
    const problems = problemsWith(posts);
    await warnOfNew(before ? problemsWith(parsed) : problems, cached);
    const asOf = asOfTime(posts, (await options.timeOf?.(revision)) ?? Date.now());
    const snapshot: ContentSnapshot = {
      ...{ revision, asOf, tree, links, posts, photos, fileProblems, problems },
      site: tree.has(ENTITIES.site.path) ? site.value : { ...site.value, ...siteOf(tree) },
      profile: profile.value,
      experiences: experiences.value,
      sections: sections.value,
    };
    listings.set(tree, { posts: listedPosts, photos: photoFiles, names });
    return snapshot;
  };

  return async (revision, tree, previous) => {
    const key = `${prefix} ${revision}`;
    const snapshot = snapshots.get(key) ?? (await load(revision, tree, previous));
    snapshots.set(key, snapshot);
    return snapshot;
  };
};
