import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  experiencesFields,
  profileFields,
  readValue,
  sectionsFields,
  sortPosts,
  storedSiteFields,
} from 'content-schema';
import { parseJsonDocument } from 'content-schema/json-document';
import { LRUCache } from 'lru-cache';
import type { BlobSha, CommitSha, Tree } from '../../git-store/git-store.ts';
import { memoizeByIdentity } from '../../memo.ts';
import { photosOf } from '../../photos/photo.ts';
import { parsePost, postFilesOf, type PostFile } from '../posts/stored-posts.ts';
import { decodeText, type BlobCache } from './blob-cache.ts';
import { mapYielding } from './map-yielding.ts';
import type { ContentSnapshot, PostEntry, WarnOfFile } from './snapshot.ts';

export interface SnapshotLoader {
  /**
   * The content of a commit. Parses only what differs from the snapshots loaded before; what did not
   * change is the same object as there. A file that can't be read is a warning: a post of that kind
   * is missing, an entity empty. Yields to other requests, however much there is to parse.
   */
  load(revision: CommitSha, tree: Tree): Promise<ContentSnapshot>;
}

interface Options {
  readonly blobs: Pick<BlobCache, 'readEach'>;
  readonly warn: WarnOfFile;
}

type EntityName = 'site' | 'profile' | 'experiences' | 'sections';

/** The entities that are a JSON file each; `fromJson` takes undefined where there is no JSON. */
const ENTITIES: {
  readonly [Name in EntityName]: {
    readonly path: string;
    readonly fromJson: (json: unknown) => ContentSnapshot[Name];
  };
} = {
  site: { path: SITE_PATH, fromJson: (json) => readValue(storedSiteFields, json) },
  profile: { path: PROFILE_PATH, fromJson: (json) => readValue(profileFields, json) },
  experiences: { path: EXPERIENCES_PATH, fromJson: (json) => readValue(experiencesFields, json) },
  sections: { path: SECTIONS_PATH, fromJson: (json) => readValue(sectionsFields, json) },
};

/** The present content and what edits in progress began from. */
const SNAPSHOTS_MAX = 4;

const postsByPath = memoizeByIdentity(
  ({ posts }: ContentSnapshot) => new Map(posts.map((post) => [post.path, post])),
);

export const createSnapshotLoader = ({ blobs, warn }: Options): SnapshotLoader => {
  const snapshots = new LRUCache<CommitSha, ContentSnapshot>({ max: SNAPSHOTS_MAX });

  // By path and blob: a post's title and id may derive from its path.
  const knownPost = ({ path, blob }: PostFile): PostEntry | undefined => {
    for (const snapshot of snapshots.values()) {
      const post = postsByPath(snapshot).get(path);
      if (post?.blob === blob) return post;
    }
    return undefined;
  };

  const parseJson = (path: string, text: string): unknown => {
    try {
      return parseJsonDocument(text);
    } catch (error) {
      warn(path, { message: `It is not valid JSON and is read as empty: ${String(error)}` });
      return undefined;
    }
  };

  const load: SnapshotLoader['load'] = async (revision, tree) => {
    const known = [...snapshots.values()];
    const sameFile = (path: string) =>
      known.find((snapshot) => snapshot.tree.get(path)?.sha === tree.get(path)?.sha);

    const files = postFilesOf(tree).map((file) => ({ file, post: knownPost(file) }));
    const changedEntities = Object.values(ENTITIES)
      .filter(({ path }) => !sameFile(path))
      .flatMap(({ path }) => tree.get(path)?.sha ?? []);
    const changedPosts = files.flatMap(({ file, post }) => (post ? [] : [file.blob]));
    const contents = await blobs.readEach([...changedEntities, ...changedPosts]);
    const textOf = (path: string, blob: BlobSha): string | undefined => {
      const content = contents.get(blob);
      if (content instanceof Uint8Array) return decodeText(content);
      warn(path, { message: `It can't be read: ${content?.message ?? ''}` });
      return undefined;
    };

    const entity = <Name extends EntityName>(name: Name): ContentSnapshot[Name] => {
      const { path, fromJson } = ENTITIES[name];
      const unchanged = sameFile(path);
      if (unchanged) return unchanged[name];
      const entry = tree.get(path);
      const text = entry && textOf(path, entry.sha);
      return fromJson(text === undefined ? undefined : parseJson(path, text));
    };

    const posts = await mapYielding(files, ({ file, post }): PostEntry | undefined => {
      if (post) return post;
      const text = textOf(file.path, file.blob);
      return text === undefined ? undefined : parsePost(file, text, warn);
    });
    const photos = photosOf(tree);
    for (const { key, size } of photos) {
      if (size === 0 && !sameFile(key)) warn(key, { message: "It is empty or can't be read" });
    }
    return {
      revision,
      tree,
      site: entity('site'),
      profile: entity('profile'),
      experiences: entity('experiences'),
      sections: entity('sections'),
      posts: sortPosts(posts.filter((post) => post !== undefined)),
      photos,
    };
  };

  return {
    load: async (revision, tree) => {
      const snapshot = snapshots.get(revision) ?? (await load(revision, tree));
      snapshots.set(revision, snapshot);
      return snapshot;
    },
  };
};
