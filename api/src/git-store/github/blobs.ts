import { blobShaOf } from '../git-object-id.ts';
import type { BlobSha } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { withReadRetries } from './call.ts';
import type { GitHubRepository } from './github-repository.ts';
import { readTexts } from './text-blobs.ts';

/**
 * Texts in one GraphQL request. 250 are used in the field without failing; a batch that fails is
 * halved all the same. https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
const BATCH_MAX_BLOBS = 200;
/** Far from what takes GitHub its limit of 10 s. */
const BATCH_MAX_BYTES = 4_000_000;
const CONCURRENT_REQUESTS = 4;

/** In order, as many in each batch as fit. */
const batchesOf = (sizes: ReadonlyMap<BlobSha, number>): BlobSha[][] => {
  const batches: BlobSha[][] = [];
  let batch: BlobSha[] = [];
  let bytes = 0;
  for (const [blob, size] of sizes) {
    const isFull = batch.length === BATCH_MAX_BLOBS || bytes + size > BATCH_MAX_BYTES;
    if (isFull || batches.length === 0) {
      batch = [];
      bytes = 0;
      batches.push(batch);
    }
    batch.push(blob);
    bytes += size;
  }
  return batches;
};

/** Any bytes, by one request. Base64, since Octokit spoils raw bytes. */
const readBytes = (repository: GitHubRepository, sha: BlobSha): Promise<Uint8Array> =>
  withReadRetries(
    repository,
    async () => {
      const { octokit, owner, name: repo } = repository;
      const { data } = await octokit.rest.git.getBlob({ owner, repo, file_sha: sha });
      const bytes = Buffer.from(data.content, 'base64');
      if (blobShaOf(bytes) !== sha) throw new Error(`GitHub answered other bytes for ${sha}`);
      return bytes;
    },
    { absent: `There is no blob ${sha}` },
  );

/**
 * Reads blobs exactly, byte for byte: texts many at a time, all others, and what comes incomplete,
 * one by one. Throws `NotFound` when one of them is absent.
 */
export const readBlobs = async (
  repository: GitHubRepository,
  blobs: readonly BlobSha[],
  textSizes: ReadonlyMap<BlobSha, number>,
): Promise<ReadonlyMap<BlobSha, Uint8Array>> => {
  const texts = await mapConcurrently(batchesOf(textSizes), CONCURRENT_REQUESTS, (batch) =>
    readTexts(repository, batch),
  );
  const found = new Map(texts.flatMap((batch) => [...batch]));
  const others = [...new Set(blobs)].filter((sha) => !found.has(sha));
  await mapConcurrently(others, CONCURRENT_REQUESTS, async (sha) => {
    found.set(sha, await readBytes(repository, sha));
  });
  return found;
};
