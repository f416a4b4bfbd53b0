import { sortPosts, type Problem } from 'content-schema';
import { LRUCache } from 'lru-cache';
import type { CommitSha, GitStore, Tree } from '../../git-store/git-store.ts';
import { memoizeByIdentity } from '../../memo.ts';
import { photosOf } from '../../photos/photo.ts';
import { parsePost, postFilesOf, type PostFile } from '../posts/stored-posts.ts';
import type { BlobCache } from './blob-cache.ts';
import { JSON_ENTITIES, lastReadable, type EntityName } from './json-entities.ts';
import { mapYielding } from './map-yielding.ts';
import type { ContentSnapshot, PostEntry, WarnOfFile } from './snapshot.ts';
import { LINK_PROBLEM, treeProblems } from './tree-problems.ts';

export interface SnapshotLoader {
  /**
   * The content of a commit. Parses only what differs from the snapshots loaded before; what did not
   * change is the same object as there. Of an entity whose file can't be read it has what `previous`
   * has, else the last version in the history that can be; a post whose object can't be read is
   * missing. Yields to other requests, however much there is to parse.
   */
  load(revision: CommitSha, tree: Tree, previous?: ContentSnapshot): Promise<ContentSnapshot>;
}

interface Options {
  readonly store: Pick<GitStore, 'history' | 'list' | 'links'>;
  readonly blobs: Pick<BlobCache, 'readEach'>;
  /** Called once with each problem of the snapshots that are kept. */
  readonly warn: WarnOfFile;
}

/** The present content and what edits in progress began from. */
const SNAPSHOTS_MAX = 4;

const postsByPath = memoizeByIdentity(
  ({ posts }: ContentSnapshot) => new Map(posts.map((post) => [post.path, post])),
);

export const createSnapshotLoader = ({ store, blobs, warn }: Options): SnapshotLoader => {
  const snapshots = new LRUCache<CommitSha, ContentSnapshot>({ max: SNAPSHOTS_MAX });

  // By path and blob: a post's title and id may derive from its path.
  const knownPost = ({ path, blob }: PostFile): PostEntry | undefined => {
    for (const snapshot of snapshots.values()) {
      const post = postsByPath(snapshot).get(path);
      if (post?.blob === blob) return post;
    }
    return undefined;
  };

  const lastInHistory = async <Name extends EntityName>(
    name: Name,
    from: CommitSha,
  ): Promise<ContentSnapshot[Name] | undefined> => {
    try {
      return await lastReadable(JSON_ENTITIES[name], { store, blobs, from });
    } catch {
      // The store has failed since it listed the commit.
      return undefined;
    }
  };

  const warnOfNew = (problems: readonly Problem[], known: readonly ContentSnapshot[]): void => {
    const said = new Set(
      known.flatMap((it) => it.problems.map((problem) => JSON.stringify(problem))),
    );
    for (const problem of problems) {
      if (!said.has(JSON.stringify(problem))) warn(problem);
    }
  };

  const load = async (
    revision: CommitSha,
    tree: Tree,
    previous: ContentSnapshot | undefined,
  ): Promise<ContentSnapshot> => {
    const known = [...snapshots.values()];
    const sameFile = (path: string) =>
      known.find((snapshot) => snapshot.tree.get(path)?.sha === tree.get(path)?.sha);

    const files = postFilesOf(tree).map((file) => ({ file, post: knownPost(file) }));
    const changedEntities = Object.values(JSON_ENTITIES)
      .filter(({ path }) => !sameFile(path))
      .flatMap(({ path }) => tree.get(path)?.sha ?? []);
    const changedPosts = files.flatMap(({ file, post }) => (post ? [] : [file.blob]));
    const links = await store.links(revision);
    const contents = await blobs.readEach([...changedEntities, ...changedPosts]);
    const problems: Problem[] = [];
    const unreadable = new Map<string, Problem>();

    const entity = async <Name extends EntityName>(name: Name): Promise<ContentSnapshot[Name]> => {
      const { path, blank, read } = JSON_ENTITIES[name];
      const lastGood = async () => previous?.[name] ?? lastInHistory(name, revision);
      if (links.includes(path)) {
        unreadable.set(path, { path, message: LINK_PROBLEM });
        return (await lastGood()) ?? blank;
      }
      const entry = tree.get(path);
      if (!entry) return blank;
      const unchanged = sameFile(path);
      if (unchanged) {
        problems.push(...unchanged.problems.filter((problem) => problem.path === path));
        const problem = unchanged.unreadable.get(path);
        if (problem) unreadable.set(path, problem);
        return unchanged[name];
      }
      const content = contents.get(entry.sha);
      const reading = read(content);
      const [first] = reading.problems;
      if (!first) return reading.value;
      problems.push(...reading.problems.map((problem) => ({ path, ...problem })));
      if (content instanceof Uint8Array) unreadable.set(path, { path, ...first });
      return (await lastGood()) ?? reading.value;
    };
    const entities = {
      site: await entity('site'),
      profile: await entity('profile'),
      experiences: await entity('experiences'),
      sections: await entity('sections'),
    };

    const logo = entities.site.logo && tree.get(entities.site.logo.path);
    if (logo && !sameFile(entities.site.logo?.path ?? '')) {
      // Ahead of the first page that shows it; a logo that can't be read costs no page.
      await blobs.readEach([logo.sha]).catch(() => undefined);
    }

    const posts = await mapYielding(files, ({ file, post }): PostEntry | undefined => {
      if (post) return post;
      const content = contents.get(file.blob);
      if (content instanceof Uint8Array) return parsePost(file, content);
      const message = `It can't be read: ${content?.message ?? ''}`;
      problems.push({ path: file.path, message });
      return undefined;
    });
    const entries = posts.filter((post) => post !== undefined);
    const photos = photosOf(tree);
    problems.push(
      ...entries.flatMap(({ path, problems: own }) => own.map((problem) => ({ path, ...problem }))),
      ...treeProblems(tree, { ...entities, photos, links }),
    );
    warnOfNew(problems, known);
    return {
      ...{ revision, tree, links, ...entities, photos, problems, unreadable },
      posts: sortPosts(entries),
    };
  };

  return {
    load: async (revision, tree, previous) => {
      const snapshot = snapshots.get(revision) ?? (await load(revision, tree, previous));
      snapshots.set(revision, snapshot);
      return snapshot;
    },
  };
};
