import * as v from 'valibot';
import { NotFound, UnreadableObject } from '../errors.ts';
import { blobShaOf } from '../git-object-id.ts';
import { START_BYTES, type BlobSha, type BlobStart } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';
import type { KnownBlob } from './trees.ts';

/** `text` is null for a binary file. https://docs.github.com/graphql/reference/objects#blob */
const blobSchema = v.nullable(v.object({ isTruncated: v.boolean(), text: v.nullable(v.string()) }));
type BlobResponse = v.InferOutput<typeof blobSchema>;
const responseSchema = v.object({ repository: v.record(v.string(), blobSchema) });

const queryFor = (blobs: readonly BlobSha[]): string => {
  const fields = blobs.map(
    (sha, i) => `b${i}: object(oid: "${sha}") { ... on Blob { isTruncated text } }`,
  );
  return `query Blobs($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${fields.join('\n    ')}
  }
}`;
};

/**
 * Returns the bytes of a text blob, or undefined if they don't match its id: GraphQL truncates long
 * texts and replaces bytes that are not UTF-8.
 */
const bytesOf = (blob: BlobResponse, sha: BlobSha): Uint8Array | undefined => {
  if (!blob || blob.isTruncated || blob.text === null) return undefined;
  const bytes = Buffer.from(blob.text);
  return blobShaOf(bytes) === sha ? bytes : undefined;
};

const startOf = (blob: BlobResponse): BlobStart | undefined =>
  blob
    ? blob.text === null
      ? 'binary'
      : Buffer.from(blob.text).subarray(0, START_BYTES)
    : undefined;

/** Extracts content from a blob's response; undefined if the response is incomplete. */
type Take<Content> = (blob: BlobResponse, sha: BlobSha) => Content | undefined;

const contentsIn = <Content>(
  { repository }: v.InferOutput<typeof responseSchema>,
  blobs: readonly BlobSha[],
  take: Take<Content>,
): ReadonlyMap<BlobSha, Content> =>
  new Map(
    blobs.flatMap((sha, i): [BlobSha, Content][] => {
      const content = take(repository[`b${i}`] ?? null, sha);
      return content === undefined ? [] : [[sha, content]];
    }),
  );

/** Whether GitHub rejected the request as too large. */
const isTooMuch = ({ status, types, message }: Failure): boolean =>
  types.includes('RESOURCE_LIMITS_EXCEEDED') ||
  status === 502 ||
  status === 504 ||
  /something went wrong while executing/i.test(message);

/** Reads blobs in one request; halves the batch and retries if GitHub rejects it as too large. */
const readTexts = async <Content>(
  repository: GitHubRepository,
  blobs: readonly BlobSha[],
  take: Take<Content>,
): Promise<ReadonlyMap<BlobSha, Content>> => {
  const { octokit, owner, name } = repository;

  const readHalves = async ({ data }: Failure): Promise<ReadonlyMap<BlobSha, Content>> => {
    const partial = v.safeParse(responseSchema, data);
    const result = partial.success ? contentsIn(partial.output, blobs, take) : new Map();
    const others = blobs.filter((sha) => !result.has(sha));
    if (blobs.length === 1) return result;
    const middle = Math.ceil(others.length / 2);
    const first = await readTexts(repository, others.slice(0, middle), take);
    const second = await readTexts(repository, others.slice(middle), take);
    return new Map([...result, ...first, ...second]);
  };

  if (blobs.length === 0) return new Map();
  return withRetries(
    repository,
    async () => {
      const response = await octokit.graphql(queryFor(blobs), { owner, name });
      return contentsIn(v.parse(responseSchema, response), blobs, take);
    },
    { recover: (failure) => (isTooMuch(failure) ? readHalves(failure) : undefined) },
  );
};

/**
 * Blobs in one GraphQL request. Other clients use 250 without failures; a batch that fails is
 * halved. https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
const BATCH_MAX_BLOBS = 200;
/** Far below what would exceed GitHub's time limit of 10 s. */
const BATCH_MAX_BYTES = 4_000_000;
const CONCURRENT_REQUESTS = 4;

const batchesOf = (texts: readonly Omit<KnownBlob, 'isText'>[]): BlobSha[][] => {
  const batches: BlobSha[][] = [];
  let batch: BlobSha[] = [];
  let bytes = 0;
  for (const { sha, size } of texts) {
    const isFull = batch.length === BATCH_MAX_BLOBS || bytes + size > BATCH_MAX_BYTES;
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

/**
 * Reads any blob in one request. Octokit would decode raw bytes as text, and parses base64 in JSON
 * with a regular expression that overflows the stack of Node 20 above 8 MB, so the body is left
 * unparsed.
 * https://docs.github.com/rest/git/blobs#get-a-blob
 */
const readBytes = (repository: GitHubRepository, sha: BlobSha, size: number): Promise<Uint8Array> =>
  withRetries(
    repository,
    async () => {
      const { octokit, owner, name: repo } = repository;
      const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', {
        owner,
        repo,
        file_sha: sha,
        mediaType: { format: 'raw' },
        request: { ...repository.transferring(size), parseSuccessResponseBody: false },
      });
      const body: unknown = data;
      if (!(body instanceof ReadableStream)) throw new Error(`GitHub sent no body for ${sha}`);
      const bytes = Buffer.from(await new Response(body).arrayBuffer());
      if (blobShaOf(bytes) !== sha) throw new Error(`GitHub sent other bytes for ${sha}`);
      return bytes;
    },
    { notFoundMessage: `There is no blob ${sha}` },
  );

const readBlob = async (
  repository: GitHubRepository,
  sha: BlobSha,
  size: number,
): Promise<Uint8Array | UnreadableObject> => {
  try {
    return await readBytes(repository, sha, size);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return new UnreadableObject(`GitHub does not have the object ${sha}`);
  }
};

/**
 * Reads exact bytes: text blobs in batches, binary blobs and truncated texts one by one. See
 * `GitStore.read` for the result.
 */
export const readBlobs = async (
  repository: GitHubRepository,
  blobs: readonly KnownBlob[],
): Promise<ReadonlyMap<BlobSha, Uint8Array | UnreadableObject>> => {
  const batches = batchesOf(blobs.filter(({ isText }) => isText));
  const texts = await mapConcurrently(batches, CONCURRENT_REQUESTS, (batch) =>
    readTexts(repository, batch, bytesOf),
  );
  const result = new Map<BlobSha, Uint8Array | UnreadableObject>(
    texts.flatMap((batch) => [...batch]),
  );
  const others = blobs.filter(({ sha }) => !result.has(sha));
  await mapConcurrently(others, CONCURRENT_REQUESTS, async ({ sha, size }) => {
    result.set(sha, await readBlob(repository, sha, size));
  });
  return result;
};

/** Reads the beginnings of blobs in batches. GitHub sends no bytes of binary blobs. */
export const readStarts = async (
  repository: GitHubRepository,
  blobs: readonly BlobSha[],
): Promise<ReadonlyMap<BlobSha, BlobStart>> => {
  const batches = batchesOf([...new Set(blobs)].map((sha) => ({ sha, size: 0 })));
  const starts = await mapConcurrently(batches, CONCURRENT_REQUESTS, (batch) =>
    readTexts(repository, batch, startOf),
  );
  return new Map(starts.flatMap((batch) => [...batch]));
};
