import { parseJsonDocument } from 'content-schema/json-document';
import { LRUCache } from 'lru-cache';
import type { BlobSha, Tree } from '../../git-store/git-store.ts';
import type { WarnOfFile } from './snapshot.ts';

/** An entity that lives in a JSON file of its own. */
export interface EntityFile<Value> {
  /** The file's blob; undefined where there is no such file. */
  blobIn(tree: Tree): BlobSha | undefined;
  /** The entity in the file; the same object for the same text. Never throws. */
  read(tree: Tree, textOf: (blob: BlobSha) => string): Value;
}

interface Options<Value> {
  readonly path: string;
  /** Takes undefined where there is no JSON. */
  readonly fromJson: (json: unknown) => Value;
  readonly warn: WarnOfFile;
}

/** The present version and those that edits under way began from. */
const VERSIONS_MAX = 8;

export const createEntityFile = <Value extends object>(
  parts: Options<Value>,
): EntityFile<Value> => {
  const { path, fromJson, warn } = parts;
  const versions = new LRUCache<BlobSha, Value>({ max: VERSIONS_MAX });
  const absent = fromJson(undefined);

  const parse = (text: string): Value => {
    try {
      return fromJson(parseJsonDocument(text));
    } catch (error) {
      warn(path, `It is not valid JSON and is read as empty: ${String(error)}`);
      return absent;
    }
  };

  const blobIn = (tree: Tree): BlobSha | undefined => tree.get(path)?.sha;

  return {
    blobIn,
    read: (tree, textOf) => {
      const blob = blobIn(tree);
      if (blob === undefined) return absent;
      const value = versions.get(blob) ?? parse(textOf(blob));
      versions.set(blob, value);
      return value;
    },
  };
};
