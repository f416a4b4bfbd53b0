/**
 * Shows the repository of another site generator in the ordinary layout, and writes changes where
 * its files lie. Everything else works on the ordinary layout alone.
 */
import {
  isPageId,
  isSameLayout,
  nameOfId,
  photoOf,
  postIdOf,
  textOfLayout,
  type Layout,
  type Origin,
} from 'content-schema';
import { parsePostFile } from 'content-schema/front-matter';
import type {
  BlobSha,
  Changes,
  CommitSha,
  GitStore,
  Removal,
  StoredListing,
  StoreInfo,
  Tree,
  TreeEntry,
} from '../../core/git-store/git-store.ts';
import type { ListingCache } from '../../core/git-store/disk-cache/listing.ts';
import { memoizeByIdentity } from '../../core/memo.ts';
import { configsOf, findLayout, LAYOUT_PATH, OWN_FOLDER } from './find-layout.ts';
import { filePathOf, placesOf, type Place } from './places.ts';

/** A tree of the repository and what is shown of it. */
interface View {
  readonly files: Tree;
  /** By their paths in the repository. */
  readonly places: ReadonlyMap<string, Place>;
  readonly shown: Tree;
  /** Where each shown file lies. */
  readonly realPaths: ReadonlyMap<string, string>;
}

const decoder = new TextDecoder();

/** The files of a tree that is shown in another layout. */
const filesOf = new WeakMap<Tree, Tree>();

const hasSamePaths = (one: Tree, other: Tree): boolean =>
  one.size === other.size && [...one.keys()].every((path) => other.has(path));

/** The view of files, which has the same places as one `before` with the same paths. */
const viewOf = (files: Tree, layout: Layout | undefined, before?: View): View => {
  if (!layout) return { files, shown: files, places: new Map(), realPaths: new Map() };
  const isSame = before?.shown.layout === layout && hasSamePaths(before.files, files);
  const places = isSame ? before.places : placesOf(files.keys(), layout);
  const shown = new Map<string, TreeEntry>();
  for (const [real, { path, origin }] of places) {
    const entry = files.get(real);
    if (entry) shown.set(path, origin ? { ...entry, origin } : entry);
  }
  filesOf.set(shown, files);
  return {
    files,
    shown: Object.assign(shown, { layout }),
    places,
    realPaths: isSame
      ? before.realPaths
      : new Map(Array.from(places, ([real, { path }]) => [path, real])),
  };
};

const textIn = (bytes: unknown): string =>
  bytes instanceof Uint8Array ? decoder.decode(bytes) : '';

/** The folder that a text has for itself, with its pictures; undefined if it is a file among others. */
const bundleOf = (path = ''): string | undefined =>
  /^(.+\/)index(?:\.[\w-]+)?\.\w+$/i.exec(path)?.[1];

const NAME = /(\d{4}-\d{2}-\d{2}-)?([^/]+?)((?:\.[a-z]{2}(?:-\w+)?)?(?:\/index[^/]*)?\.\w+)$/i;

const originOf = (content: Uint8Array | TreeEntry | null): Origin | undefined =>
  content && 'origin' in content ? content.origin : undefined;

/** Returns where a new file is put. */
const newPath = (path: string, content: Uint8Array | TreeEntry, layout: Layout): string => {
  const id = postIdOf(path);
  if (id !== undefined) {
    const { createdAt = new Date().toISOString() } = parsePostFile(textIn(content), id);
    const pattern = isPageId(id) ? layout.newPage : layout.newPost;
    return pattern.replace(':date', createdAt.slice(0, 10)).replace(':id', nameOfId(id));
  }
  const photo = photoOf(path);
  if (!photo) return OWN_FOLDER + path;
  const isByHand = photo.id === photo.filename;
  return isByHand ? filePathOf(photo.id) : `${layout.newPhoto}${photo.id}/${photo.filename}`;
};

/** Returns where changes are written. A renamed text keeps its folder and takes its pictures along. */
const realChanges = (
  { files, places, shown, realPaths }: View,
  layout: Layout,
  changes: Changes,
): Changes => {
  const real = new Map<string, Uint8Array | TreeEntry | null>();
  const put = (path: string, content: Uint8Array | TreeEntry | null): void => {
    if (!real.get(path)) real.set(path, content);
  };
  const languageOf = (id: string) => layout.languages.find((each) => id.endsWith(`.${each}`));
  /** The text of the same language that the changes remove, if there is one. */
  const formerOf = (id: string): Origin | undefined => {
    const gone = [...changes].flatMap(([path, content]) => {
      const other = postIdOf(path);
      const isGone = content === null && other !== undefined && isPageId(other) === isPageId(id);
      return isGone && languageOf(other) === languageOf(id) ? (shown.get(path)?.origin ?? []) : [];
    });
    return gone.length === 1 ? gone[0] : undefined;
  };
  const moveBundle = (from: string, to: string): void => {
    const [former, next] = [bundleOf(from), bundleOf(to)];
    if (former === undefined || next === undefined) return;
    for (const [path, entry] of files) {
      if (!path.startsWith(former) || path === from) continue;
      put(path, null);
      put(next + path.slice(former.length), entry);
    }
  };
  const moves: [from: string, to: string][] = [];
  for (const [path, content] of changes) {
    const present = realPaths.get(path);
    const origin = originOf(content)?.path;
    const isMoved = changes.get(places.get(origin ?? '')?.path ?? '') === null;
    // What comes back goes where it was, even if another file is shown in its place now.
    const own = (isMoved ? undefined : origin) ?? present;
    const id = postIdOf(path);
    const former = content && id !== undefined && !present ? formerOf(id)?.path : undefined;
    if (content && id !== undefined && former !== undefined) {
      const suffix = `.${languageOf(id) ?? ''}`;
      const name = nameOfId(id.endsWith(suffix) ? id.slice(0, -suffix.length) : id);
      const renamed = (_: string, date = '', __: string, end: string) => date + name + end;
      const to = own ?? former.replace(NAME, renamed);
      put(to, content);
      moves.push([former, to]);
    } else if (own !== undefined) put(own, content);
    else if (content) put(newPath(path, content, layout), content);
  }
  for (const [from, to] of moves) moveBundle(from, to);
  return real;
};

/** The folder that has all of some folders. */
const commonFolder = ([first = '', ...others]: readonly string[]): string => {
  let folder = first;
  while (!others.every((other) => other.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  }
  return folder.replace(/\/$/, '');
};

const CHANGES_SEARCHED = 50;

type Opened = { readonly store: GitStore; readonly listings: ListingCache | undefined };

/** Shows any repository in the ordinary layout. */
export const withLayout = ({ store, listings }: Opened): Opened => {
  /** The last of each, for what must be known without waiting, and to be the same object again. */
  let layout: Layout | undefined;
  let latest: View | undefined;
  let head: CommitSha | undefined;
  let configs: { readonly key: string; readonly texts: ReadonlyMap<string, string> } | undefined;

  const readTexts = async (files: Tree, paths: readonly string[]) => {
    const shas = paths.flatMap((path) => files.get(path)?.sha ?? []);
    const key = paths.map((path) => `${path} ${files.get(path)?.sha ?? ''}`).join('\n');
    if (configs?.key === key) return configs.texts;
    const bytes = await store.read(shas);
    const texts = new Map(
      paths.map((path) => [path, textIn(bytes.get(files.get(path)?.sha ?? ('' as BlobSha)))]),
    );
    configs = { key, texts };
    return texts;
  };

  const layoutOf = async (files: Tree): Promise<Layout | undefined> => {
    const read = configsOf(files);
    if (!read) return undefined;
    const before = configs;
    const texts = await readTexts(files, read);
    if (latest && configs === before && hasSamePaths(latest.files, files)) {
      return latest.shown.layout;
    }
    const next = findLayout(files, (path) => texts.get(path) ?? '');
    if (JSON.stringify(next) !== JSON.stringify(layout)) layout = next;
    return layout;
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
    return folder ? commonFolder(folder) : (realPaths.get(path) ?? OWN_FOLDER + path);
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
    links: async (commit) => ((await viewAt(commit)).shown.layout ? [] : store.links(commit)),
    commit: async (request) => {
      const before = await viewAt(request.expectedHead);
      const { layout } = before.shown;
      const changes = layout ? await changesIn(before, layout, request.changes) : request.changes;
      const result = await store.commit({ ...request, changes });
      latest = await viewOfFiles(result.tree);
      return { ...result, tree: latest.shown };
    },
    history: async ({ path, ...query }) => {
      if (path === undefined) return store.history(query);
      const view = await (query.from ? viewAt(query.from) : viewNow());
      const real = realPath(view, path);
      return store.history({ ...query, ...(real !== '' && { path: real }) });
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
