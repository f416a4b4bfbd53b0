import type { Changes, CommitRequest, CommitSha, StoredBlob } from '../git-store.ts';

/** Builds a change set from text; null deletes. */
export const changesFrom = (
  files: Readonly<Record<string, string | Uint8Array | StoredBlob | null>>,
): Changes =>
  new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  );

let operations = 0;

/** Builds a commit request with a unique operation id. */
export const request = (
  expectedHead: CommitSha,
  changes: Changes,
  subject = 'Change something',
): CommitRequest => {
  const operationId = `operation-${(operations += 1)}`;
  const message = `${subject}\n\nOperation-Id: ${operationId}`;
  return { expectedHead, message, operationId, changes };
};
