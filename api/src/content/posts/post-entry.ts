import { postIdOf } from 'content-schema';
import { parsePostFile } from 'content-schema/front-matter';
import { LRUCache } from 'lru-cache';
import type { BlobSha, Tree } from '../../git-store/git-store.ts';
import type { PostEntry, WarnOfFile } from '../reading/snapshot.ts';

/** A file that is a post. */
export interface PostFile {
  readonly path: string;
  readonly id: string;
  readonly blob: BlobSha;
}

export const postFilesOf = (tree: Tree): PostFile[] =>
  [...tree].flatMap(([path, { sha }]) => {
    const id = postIdOf(path);
    return id === undefined ? [] : [{ path, id, blob: sha }];
  });

const parse = ({ path, id, blob }: PostFile, text: string, warn: WarnOfFile): PostEntry => {
  const { warnings, content, ...fields } = parsePostFile(text, id);
  for (const warning of warnings) warn(path, warning);
  const contentEnd = fields.contentStart + content.length;
  return { id, path, blob, ...fields, contentEnd };
};

/** Parses posts' files, each version of each just once as long as it is kept. */
export interface PostEntries {
  /** Undefined when it must be parsed. */
  known(file: PostFile): PostEntry | undefined;
  parse(file: PostFile, text: string): PostEntry;
}

/** Bytes an entry takes: two for each character, and its fields. */
const sizeOf = ({ title, tags, path }: PostEntry): number =>
  2 * (title.length + tags.join().length + path.length) + 500;

// A post's title and id may derive from its path, so both name the entry.
const nameOf = ({ blob, path }: PostFile): string => `${blob} ${path}`;

export const createPostEntries = (maxBytes: number, warn: WarnOfFile): PostEntries => {
  const entries = new LRUCache<string, PostEntry>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  return {
    known: (file) => entries.get(nameOf(file)),
    parse: (file, text) => {
      const entry = parse(file, text, warn);
      entries.set(nameOf(file), entry);
      return entry;
    },
  };
};
