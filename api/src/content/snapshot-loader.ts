import { LRUCache } from 'lru-cache';
import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  postIdOf,
  sortPosts,
} from 'content-schema';
import { parsePostFile } from 'content-schema/front-matter';
import { parseJsonDocument } from 'content-schema/json-document';
import {
  readStoredExperiences,
  readStoredProfile,
  readStoredSections,
  readStoredSite,
} from 'content-schema/stored';
import type { BlobSha, CommitSha, Tree } from '../git-store/git-store.ts';
import { photosOf } from '../photos/photo.ts';
import type { BlobCache } from './blob-cache.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';

/** Tells what could not be read in a file; the content is served all the same. */
export type WarnOfFile = (path: string, warning: string) => void;

export interface SnapshotLoader {
  /** Parses what of the tree has not been parsed before; unchanged files cost nothing. */
  load(revision: CommitSha, tree: Tree): Promise<ContentSnapshot>;
}

interface Parts {
  readonly blobs: BlobCache;
  readonly maxBytes: number;
  readonly warn: WarnOfFile;
}

const JSON_PATHS = [SITE_PATH, PROFILE_PATH, EXPERIENCES_PATH, SECTIONS_PATH];

const parsePost = (path: string, id: string, blob: BlobSha, text: string, warn: WarnOfFile) => {
  const { warnings, content: _, ...fields } = parsePostFile(text, id);
  for (const warning of warnings) warn(path, warning);
  return { id, path, blob, ...fields } satisfies PostEntry;
};

const parseJson = (path: string, text: string, warn: WarnOfFile): unknown => {
  try {
    return parseJsonDocument(text);
  } catch (error) {
    warn(path, `It is not valid JSON and is read as empty: ${String(error)}`);
    return undefined;
  }
};

/** Bytes an entry takes: two for each character, and its fields. */
const sizeOfPost = ({ title, tags }: PostEntry): number =>
  2 * (title.length + tags.join().length) + 500;

export const createSnapshotLoader = ({ blobs, maxBytes, warn }: Parts): SnapshotLoader => {
  // A post's title and id may derive from its path, so both name the entry.
  const posts = new LRUCache<string, PostEntry>({
    maxSize: maxBytes,
    sizeCalculation: sizeOfPost,
  });

  const load: SnapshotLoader['load'] = async (revision, tree) => {
    const entries = [...tree].flatMap(([path, { sha }]) => {
      const id = postIdOf(path);
      return id === undefined ? [] : [{ path, id, sha, key: `${sha} ${path}` }];
    });
    const known = new Map(entries.map(({ key }) => [key, posts.get(key)]));
    const jsonShas = JSON_PATHS.flatMap((path) => tree.get(path)?.sha ?? []);
    const missing = entries.filter(({ key }) => known.get(key) === undefined);
    const bytes = await blobs.read([...jsonShas, ...missing.map(({ sha }) => sha)]);
    const decoder = new TextDecoder();
    const textOf = (sha: BlobSha) => decoder.decode(bytes.get(sha));

    const json = (path: string): unknown => {
      const entry = tree.get(path);
      return entry && parseJson(path, textOf(entry.sha), warn);
    };
    const toPost = ({ path, id, sha, key }: (typeof entries)[number]): PostEntry => {
      const cached = known.get(key);
      if (cached) return cached;
      const post = parsePost(path, id, sha, textOf(sha), warn);
      posts.set(key, post);
      return post;
    };
    return {
      revision,
      tree,
      site: readStoredSite(json(SITE_PATH)),
      profile: readStoredProfile(json(PROFILE_PATH)),
      experiences: readStoredExperiences(json(EXPERIENCES_PATH)),
      sections: readStoredSections(json(SECTIONS_PATH)),
      posts: sortPosts(entries.map(toPost)),
      photos: photosOf(tree),
    };
  };

  return { load };
};
