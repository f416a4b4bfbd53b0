import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  blankOf,
  experiencesFields,
  profileFields,
  sectionsFields,
  storedSiteFields,
  type FileProblem,
} from 'content-schema';
import type { Field, ValueOf } from 'content-schema/fields';
import { readJsonDocument } from 'content-schema/json-document';
import type { UnreadableObject } from '../../git-store/errors.ts';
import type { CommitSha, GitStore } from '../../git-store/git-store.ts';
import type { BlobCache } from './blob-cache.ts';
import type { ContentSnapshot } from './snapshot.ts';
import { readText } from './text-file.ts';

/** The content of a file, as far as it can be parsed. */
interface EntityReading<Value> {
  readonly value: Value;
  /** Why the file can't be parsed completely. */
  readonly problems: readonly FileProblem[];
}

interface JsonEntity<Value> {
  readonly path: string;
  /** The value if the file is absent. */
  readonly blank: Value;
  /**
   * Parses the file. `content` is its bytes, an error if it can't be read, or undefined if absent.
   * Never throws.
   */
  readonly read: (content: Uint8Array | UnreadableObject | undefined) => EntityReading<Value>;
}

const jsonEntity = <F extends Field>(path: string, field: F): JsonEntity<ValueOf<F>> => {
  const blank = blankOf(field);
  return {
    path,
    blank,
    read: (content) => {
      if (!(content instanceof Uint8Array)) {
        return {
          value: blank,
          problems: [{ message: `It can't be read: ${content?.message ?? ''}` }],
        };
      }
      const { text, problem } = readText(content);
      const { value, problems } = readJsonDocument(text, field);
      const own = problem ? [problem] : problems;
      return { value, problems: own.map((it) => ({ ...it, readOnly: true })) };
    },
  };
};

export type EntityName = 'site' | 'profile' | 'experiences' | 'sections';

export const JSON_ENTITIES: {
  readonly [Name in EntityName]: JsonEntity<ContentSnapshot[Name]>;
} = {
  site: jsonEntity(SITE_PATH, storedSiteFields),
  profile: jsonEntity(PROFILE_PATH, profileFields),
  experiences: jsonEntity(EXPERIENCES_PATH, experiencesFields),
  sections: jsonEntity(SECTIONS_PATH, sectionsFields),
};

interface Options {
  readonly store: Pick<GitStore, 'history' | 'list'>;
  readonly blobs: Pick<BlobCache, 'readEach'>;
  /** The newest commit to examine. */
  readonly from: CommitSha;
}

/** Each version takes one or two requests to GitHub. */
const VERSIONS_MAX = 10;

/**
 * Returns the newest readable value among the last versions of an entity; undefined if there is
 * none.
 */
export const lastReadable = async <Value>(
  { path, read }: JsonEntity<Value>,
  { store, blobs, from }: Options,
): Promise<Value | undefined> => {
  const { commits } = await store.history({ from, path, page: 1, perPage: VERSIONS_MAX });
  for (const { sha } of commits) {
    const blob = (await store.list(sha)).get(path)?.sha;
    if (!blob) continue;
    const { value, problems } = read((await blobs.readEach([blob])).get(blob));
    if (problems.length === 0) return value;
  }
  return undefined;
};
