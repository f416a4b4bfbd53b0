import * as v from 'valibot';
import { fallback, NotFound, UnreadableObject } from '../errors.ts';
import { blobShaOf } from '../git-object-id.ts';
import { START_BYTES, type BlobContents, type BlobSha, type BlobStart } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { GitHubRepository } from './github-repository.ts';
import { BATCH_MAX, CONCURRENT_REQUESTS, readObjects } from './objects.ts';
import { withRetries } from './retries.ts';
import type { KnownBlob } from './trees.ts';

/** `text` is null for a binary file. https://docs.github.com/graphql/reference/objects#blob */
const blobSchema = v.object({ isTruncated: v.boolean(), text: v.nullable(v.string()) });
type BlobResponse = v.InferOutput<typeof blobSchema>;
const BLOBS = {
  queryName: 'Blobs',
  fields: '... on Blob { isTruncated text }',
  schema: blobSchema,
};

/** GraphQL truncates long texts and replaces what is not UTF-8: undefined for other bytes. */
const bytesOf = ({ isTruncated, text }: BlobResponse, sha: BlobSha): Uint8Array | undefined => {
  if (isTruncated || text === null) return undefined;
  const bytes = Buffer.from(text);
  return blobShaOf(bytes) === sha ? bytes : undefined;
};

type Texts = ReadonlyMap<BlobSha, BlobResponse>;

/** Far below what would exceed GitHub's time limit of 10 s. */
const BATCH_MAX_BYTES = 4_000_000;

const batchesOf = (texts: readonly Omit<KnownBlob, 'isText'>[]): BlobSha[][] => {
  const batches: BlobSha[][] = [];
  let batch: BlobSha[] = [];
  let bytes = 0;
  for (const { sha, size } of texts) {
    const isFull = batch.length === BATCH_MAX || bytes + size > BATCH_MAX_BYTES;
    if (isFull || batches.length === 0) {
      batch = [];
      bytes = 0;
      batches.push(batch);
    }
    batch.push(sha);
    bytes += size;
  }
  return batches;
};

/** Reads blobs as texts in batches; those that do not exist are left out. */
const readTexts = async (
  repository: GitHubRepository,
  blobs: readonly Omit<KnownBlob, 'isText'>[],
): Promise<Texts> => {
  const texts = await mapConcurrently(batchesOf(blobs), CONCURRENT_REQUESTS, (batch) =>
    readObjects(repository, BLOBS, batch),
  );
  return new Map(texts.flatMap((batch) => [...batch]));
};

/**
 * Reads any blob in one request. Octokit would decode raw bytes as text, and parses base64 in JSON
 * with a regular expression that overflows the stack of Node 20 above 8 MB, so the body is left
 * unparsed.
 * https://docs.github.com/rest/git/blobs#get-a-blob
 */
const readBytes = (repository: GitHubRepository, sha: BlobSha, size: number): Promise<Uint8Array> =>
  withRetries({ ...repository, notFoundMessage: `There is no blob ${sha}` }, async () => {
    const { octokit, owner, name: repo } = repository;
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', {
      ...{ owner, repo, file_sha: sha },
      mediaType: { format: 'raw' },
      request: { ...repository.transferring(size), parseSuccessResponseBody: false },
    });
    const body: unknown = data;
    if (!(body instanceof ReadableStream)) throw new Error(`GitHub sent no body for ${sha}`);
    const bytes = Buffer.from(await new Response(body).arrayBuffer());
    if (blobShaOf(bytes) !== sha) throw new Error(`GitHub sent other bytes for ${sha}`);
    return bytes;
  });

/** Like `GitStore.read`: texts in batches, binary blobs and truncated texts one by one. */
export const readBlobs = async (
  repository: GitHubRepository,
  blobs: readonly KnownBlob[],
): Promise<BlobContents> => {
  const texts = await readTexts(
    repository,
    blobs.filter(({ isText }) => isText),
  );
  const result = new Map<BlobSha, Uint8Array | UnreadableObject>();
  await mapConcurrently(blobs, CONCURRENT_REQUESTS, async ({ sha, size }) => {
    const text = texts.get(sha);
    const readWhole = () =>
      readBytes(repository, sha, size).catch(
        fallback(new UnreadableObject(`GitHub does not have the object ${sha}`), NotFound),
      );
    result.set(sha, (text && bytesOf(text, sha)) ?? (await readWhole()));
  });
  return result;
};

/** Reads the beginnings of blobs in batches. GitHub sends no bytes of binary blobs. */
export const readStarts = async (
  repository: GitHubRepository,
  blobs: readonly BlobSha[],
): Promise<ReadonlyMap<BlobSha, BlobStart>> => {
  const texts = await readTexts(
    repository,
    [...new Set(blobs)].map((sha) => ({ sha, size: 0 })),
  );
  return new Map(
    [...texts].map(([sha, { text }]) => [
      sha,
      text === null ? 'binary' : Buffer.from(text).subarray(0, START_BYTES),
    ]),
  );
};
