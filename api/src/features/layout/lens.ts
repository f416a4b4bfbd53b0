/**
 * Shows the repository of another site generator in the ordinary layout, and writes changes where
 * its files lie. Everything else works on the ordinary layout alone.
 */
import {
  commonFolder,
  groupBy,
  isSameLayout,
  postIdOf,
  textOfLayout,
  type Layout,
  type NewKeys,
} from 'content-schema';
import { keysIn } from 'content-schema/front-matter';
import { configsOf, findLayout, isText, LAYOUT_PATH, mostFirst } from 'content-schema/layout';
import type {
  BlobSha,
  Changes,
  CommitSha,
  GitStore,
  Removal,
  StoredListing,
  StoreInfo,
  Tree,
} from '../../core/git-store/git-store.ts';
import type { ListingCache } from '../../core/git-store/disk-cache/listing.ts';
import { memoizeByIdentity } from '../../core/memo.ts';
import { decodeText } from '../../core/reading/text-file.ts';
import { placesOf } from './places.ts';
import { ownPath, realChanges } from './real-changes.ts';
import { filesOf, hasSamePaths, viewOf, type View } from './view.ts';

const CHANGES_SEARCHED = 50;
/** Posts whose keys are those of new lines. */
const POSTS_ASKED = 10;

type Opened = { readonly store: GitStore; readonly listings: ListingCache | undefined };

/** Shows any repository in the ordinary layout. */
export const withLayout = ({ store, listings }: Opened): Opened => {
  /** The last one that was found, to be the same object again. */
  let last:
    | { readonly files: Tree; readonly texts: object; readonly layout: Layout | undefined }
    | undefined;
  /** The view of the branch, for what must be known without waiting. */
  let latest: View | undefined;
  let head: CommitSha | undefined;
  let configs: { readonly key: string; readonly texts: ReadonlyMap<string, string> } | undefined;

  const readTexts = async (files: Tree, paths: readonly string[]) => {
    const shas = paths.flatMap((path) => files.get(path)?.sha ?? []);
    const key = paths.map((path) => `${path} ${files.get(path)?.sha ?? ''}`).join('\n');
    if (configs?.key === key) return configs.texts;
    const bytes = await store.read(shas);
    const texts = new Map(
      paths.map((path) => {
        const content = bytes.get(files.get(path)?.sha ?? ('' as BlobSha));
        return [path, decodeText(content instanceof Uint8Array ? content : undefined)];
      }),
    );
    configs = { key, texts };
    return texts;
  };

  /** Returns the commonest key of each field in some posts. */
  const keysOfPosts = async (files: Tree, { posts }: Layout): Promise<NewKeys> => {
    const all = [...files].filter(
      ([path]) => isText(path) && posts.some((own) => path.startsWith(own)),
    );
    const step = Math.ceil(all.length / POSTS_ASKED);
    const some = all.filter((_, index) => index % step === 0).map(([, { sha }]) => sha);
    const read = await store.read(some);
    const keys = [...read.values()].flatMap((content) =>
      content instanceof Uint8Array ? Object.entries(keysIn(decodeText(content))) : [],
    );
    const byField = groupBy(keys, ([field]) => field);
    return Object.fromEntries(
      Array.from(byField, ([field, own]) => [field, mostFirst(own.map(([, key]) => key))[0]?.[0]]),
    );
  };

  const layoutOf = async (files: Tree): Promise<Layout | undefined> => {
    const read = configsOf(files);
    if (!read) return undefined;
    const texts = await readTexts(files, read);
    if (last?.texts === texts && hasSamePaths(last.files, files)) return last.layout;
    const guess = findLayout(files, (path) => texts.get(path) ?? '');
    const kept = last?.layout?.generator === guess?.generator ? last?.layout?.keys : undefined;
    const keys = kept ?? (guess && { ...guess.keys, ...(await keysOfPosts(files, guess)) });
    const next = guess && keys && { ...guess, keys };
    const isSame = JSON.stringify(next) === JSON.stringify(last?.layout);
    last = { files, texts, layout: isSame ? last?.layout : next };
    return last.layout;
  };

  const viewOfFiles = memoizeByIdentity(async (files: Tree) =>
    viewOf(files, await layoutOf(files), latest),
  );
  const viewAt = async (commit: CommitSha): Promise<View> => viewOfFiles(await store.list(commit));
  const viewNow = async (): Promise<View> => latest ?? viewAt(await store.head());

  /**
   * Returns where changes are written; with the layout itself, if it would no longer be recognised.
   */
  const changesIn = async (before: View, layout: Layout, changes: Changes): Promise<Changes> => {
    const real = realChanges(before, layout, changes);
    const isMoved = [...real].some(([path, content]) => !content || !before.files.has(path));
    if (!isMoved || real.has(LAYOUT_PATH)) return real;
    const after = new Map<string, unknown>(before.files);
    for (const [path, content] of real) {
      if (content) after.set(path, content);
      else after.delete(path);
    }
    const texts = await readTexts(before.files, configsOf(before.files) ?? []);
    const next = findLayout(after, (path) => texts.get(path) ?? '');
    if (isSameLayout(next, layout)) return real;
    return new Map([...real, [LAYOUT_PATH, Buffer.from(textOfLayout(layout))]]);
  };

  const realPath = ({ realPaths, shown: { layout } }: View, path: string): string => {
    if (!layout) return path;
    const folder = { posts: layout.posts, pages: layout.pages, photos: [layout.newPhoto] }[path];
    return folder ? commonFolder(folder) : (realPaths.get(path) ?? ownPath(path));
  };
  const shownPath = ({ places, shown: { layout } }: View, path: string): string => {
    const place = places.get(path) ?? (layout && placesOf([path], layout).get(path));
    return place?.path ?? path;
  };

  /** The removals of texts among the newest changes. */
  const removals = async (
    { from, base, isSought, max = Infinity }: Parameters<GitStore['removals']>[0],
    view: View,
  ): Promise<readonly Removal[]> => {
    const path = realPath(view, 'posts');
    const query = { from, page: 1, perPage: CHANGES_SEARCHED, ...(path !== '' && { path }) };
    const all: Removal[] = [];
    for (const { sha, parent, date } of (await store.history(query)).commits) {
      if (parent === null || sha === base || all.length >= max) break;
      const [before, after] = [(await viewAt(parent)).shown, (await viewAt(sha)).shown];
      const only = (one: Tree, other: Tree) =>
        new Map(
          [...one].flatMap(([path, { sha }]) =>
            postIdOf(path) === undefined || other.has(path) ? [] : [[path, sha] as const],
          ),
        );
      const removed = only(before, after);
      if ([...removed.keys()].some(isSought)) {
        all.push({ sha, date, removed, added: only(after, before) });
      }
    }
    return all;
  };

  /** Whether the branch is known to have the ordinary layout. */
  const isOrdinary = (): boolean => latest !== undefined && !latest.shown.layout;
  const now = (path: string): string => (latest ? realPath(latest, path) : path);
  const { pages } = store.info;
  const seenPages: StoreInfo['pages'] = pages && {
    ...pages,
    file: (path, line) => pages.file(now(path), line),
    blame: (path) => pages.blame(now(path)),
    edit: (path) => pages.edit(now(path)),
    fileAt: (commit, path) => pages.fileAt(commit, now(path)),
  };

  const seen: GitStore = {
    ...store,
    info: seenPages ? { ...store.info, pages: seenPages } : store.info,
    head: async (staleHead) => (head = await store.head(staleHead)),
    list: async (commit) => {
      const seen = await viewAt(commit);
      if (commit === head) latest = seen;
      return seen.shown;
    },
    links: async (commit) =>
      !isOrdinary() && (await viewAt(commit)).shown.layout ? [] : store.links(commit),
    commit: async (request) => {
      const before = await viewAt(request.expectedHead);
      const { layout } = before.shown;
      const changes = layout ? await changesIn(before, layout, request.changes) : request.changes;
      const result = await store.commit({ ...request, changes });
      const after = await viewOfFiles(result.tree);
      if (request.branch === undefined) latest = after;
      return { ...result, tree: after.shown };
    },
    history: async (query) => {
      if (query.path === undefined || isOrdinary()) return store.history(query);
      const { path, ...others } = query;
      const real = realPath(await (query.from ? viewAt(query.from) : viewNow()), path);
      return store.history(real === '' ? others : { ...others, path: real });
    },
    versions: async (path, commits) => store.versions(realPath(await viewNow(), path), commits),
    removals: async (query) => {
      const view = await viewAt(query.from);
      return view.shown.layout ? removals(query, view) : store.removals(query);
    },
    proposals: async () => {
      const all = await store.proposals();
      const view = await viewNow();
      if (!view.shown.layout) return all;
      const proposals = all.proposals.map(({ paths, ...proposal }) => ({
        ...proposal,
        paths: paths.map((path) => shownPath(view, path)),
      }));
      return { ...all, proposals };
    },
  };
  const seenListings = listings && {
    stored: listings.stored.map(({ layout, tree, ...listing }) => ({
      ...listing,
      tree: viewOf(tree, layout).shown,
      ...(layout && { links: [] }),
    })),
    add: ({ tree, ...listing }: StoredListing) =>
      listings.add({ ...listing, tree: filesOf.get(tree) ?? tree, layout: tree.layout }),
  };
  return { store: seen, listings: seenListings };
};
