import { blankOf, storedSiteFields, type FileProblem } from 'content-schema';
import type { Field, ValueOf } from 'content-schema/fields';
import { readJsonDocument } from 'content-schema/json-document';
import type { UnreadableObject } from '../../git-store/errors.ts';
import type { CommitSha, GitStore } from '../../git-store/git-store.ts';
import { ENTITIES } from '../entities.ts';
import type { BlobCache } from './blob-cache.ts';
import type { ContentSnapshot } from './snapshot.ts';
import { readText } from './text-file.ts';

interface JsonEntity<Value> {
  readonly path: string;
  /** The value if the file is absent. */
  readonly blank: Value;
  /**
   * Parses the file, as far as that is possible. `content` is its bytes, an error if it can't be
   * read, or undefined if absent. Never throws.
   */
  readonly read: (content: Uint8Array | UnreadableObject | undefined) => {
    readonly value: Value;
    readonly problems: readonly FileProblem[];
  };
}

const jsonEntity = <F extends Field>(
  { path }: { path: string },
  fields: F,
): JsonEntity<ValueOf<F>> => {
  const blank = blankOf(fields);
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
      const { value, problems } = readJsonDocument(text, fields);
      const own = problem ? [problem] : problems;
      return { value, problems: own.map((it) => ({ ...it, readOnly: true })) };
    },
  };
};

export type EntityName = keyof typeof ENTITIES;

export const JSON_ENTITIES: {
  readonly [Name in EntityName]: JsonEntity<ContentSnapshot[Name]>;
} = {
  site: jsonEntity(ENTITIES.site, storedSiteFields),
  profile: jsonEntity(ENTITIES.profile, ENTITIES.profile.fields),
  experiences: jsonEntity(ENTITIES.experiences, ENTITIES.experiences.fields),
  sections: jsonEntity(ENTITIES.sections, ENTITIES.sections.fields),
};

/** Each version takes one or two requests to GitHub. */
const VERSIONS_MAX = 10;

/**
 * Returns the newest readable value among the last versions of an entity up to a commit; undefined
 * if there is none.
 */
export const lastReadable = async <Value>(
  { path, read }: JsonEntity<Value>,
  store: Pick<GitStore, 'history' | 'list'>,
  blobs: Pick<BlobCache, 'readEach'>,
  from: CommitSha,
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
