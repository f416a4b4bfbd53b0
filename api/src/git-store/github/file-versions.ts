import * as v from 'valibot';
import { isObjectId } from '../git-object-id.ts';
import type { BlobSha, CommitSha } from '../git-store.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';

const isBlobSha = (value: unknown): boolean => typeof value === 'string' && isObjectId(value);

const objectSchema = v.nullable(v.object({ oid: v.custom<BlobSha>(isBlobSha) }));
const responseSchema = v.object({ repository: v.record(v.string(), objectSchema) });

/** Commits in one request. */
const BATCH = 100;

/** Returns the blob of a file at each commit; null where the file is absent. */
export const readFileVersions = async (
  repository: GitHubRepository,
  path: string,
  commits: readonly CommitSha[],
): Promise<(BlobSha | null)[]> => {
  const { octokit, owner, name } = repository;
  const versions: (BlobSha | null)[] = [];
  for (let start = 0; start < commits.length; start += BATCH) {
    const batch = commits.slice(start, start + BATCH);
    const fields = batch.map(
      (sha, i) => `v${i}: object(expression: ${JSON.stringify(`${sha}:${path}`)}) { oid }`,
    );
    const query = `query FileVersions($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${fields.join('\n    ')}
  }
}`;
    const { repository: files } = await withRetries(repository, async () =>
      v.parse(responseSchema, await octokit.graphql(query, { owner, name })),
    );
    versions.push(...batch.map((_, i) => files[`v${i}`]?.oid ?? null));
  }
  return versions;
};
