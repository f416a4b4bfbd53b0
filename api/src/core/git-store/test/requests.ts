import type {
  Changes,
  CommitRequest,
  CommitResult,
  CommitSha,
  GitStore,
  StoredBlob,
} from '../git-store.ts';

/** The new content of files; null deletes one. */
export type FilesToSave = Readonly<Record<string, string | Uint8Array | StoredBlob | null>>;

const changesFrom = (files: FilesToSave): Changes =>
  new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  );

let operations = 0;

/** Builds a commit request with a unique operation id. */
const request = (
  expectedHead: CommitSha,
  changes: Changes,
  subject = 'Change something',
): CommitRequest => {
  const operationId = `operation-${(operations += 1)}`;
  const message = `${subject}\n\nOperation-Id: ${operationId}`;
  return { expectedHead, message, operationId, changes };
};

type SaveOptions = Partial<Pick<CommitRequest, 'branch' | 'merges' | 'mayRebase'>> & {
  /** The expected head, by default that of the store's branch. */
  readonly from?: CommitSha;
  readonly subject?: string;
};

export const save = async (
  store: GitStore,
  files: FilesToSave,
  { from, subject, ...more }: SaveOptions = {},
): Promise<CommitResult> => {
  const expectedHead = from ?? (await store.head());
  return store.commit({ ...request(expectedHead, changesFrom(files), subject), ...more });
};
