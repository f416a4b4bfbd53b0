import * as v from 'valibot';
import { fallback, NotFound, UnreadableObject } from '../errors.ts';
import { blobShaOf } from '../git-object-id.ts';
import { START_BYTES, type BlobContents, type BlobSha, type BlobStart } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';
import type { KnownBlob } from './trees.ts';

/** `text` is null for a binary file. https://docs.github.com/graphql/reference/objects#blob */
const blobSchema = v.object({ isTruncated: v.boolean(), text: v.nullable(v.string()) });
type BlobResponse = v.InferOutput<typeof blobSchema>;
const responseSchema = v.object({ repository: v.record(v.string(), v.nullable(blobSchema)) });

/** Returns a query for many objects, the fields `o0`, `o1` and so on of the repository. */
export const objectsQuery = (queryName: string, lookups: readonly string[]): string =>
  `query ${queryName}($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${lookups.map((lookup, i) => `o${i}: object${lookup}`).join('\n    ')}
  }
}`;

/** GraphQL truncates long texts and replaces what is not UTF-8: undefined for other bytes. */
const bytesOf = ({ isTruncated, text }: BlobResponse, sha: BlobSha): Uint8Array | undefined => {
  if (isTruncated || text === null) return undefined;
  const bytes = Buffer.from(text);
  return blobShaOf(bytes) === sha ? bytes : undefined;
};

type Texts = ReadonlyMap<BlobSha, BlobResponse>;

const textsIn = (
  { repository }: v.InferOutput<typeof responseSchema>,
  blobs: readonly BlobSha[],
): Texts =>
  new Map(
    blobs.flatMap((sha, i): [BlobSha, BlobResponse][] => {
      const blob = repository[`o${i}`];
      return blob ? [[sha, blob]] : [];
    }),
  );

const isTooMuch = ({ status, types, message }: Failure): boolean =>
  types.includes('RESOURCE_LIMITS_EXCEEDED') ||
  status === 502 ||
  status === 504 ||
  /something went wrong while executing/i.test(message);

/** Reads blobs in one request; halves the batch and retries if GitHub rejects it as too large. */
const readBatch = async (
  repository: GitHubRepository,
  blobs: readonly BlobSha[],
): Promise<Texts> => {
  const { octokit, owner, name } = repository;

  const readHalves = async ({ data }: Failure): Promise<Texts> => {
    const partial = v.safeParse(responseSchema, data);
    const result: Texts = partial.success ? textsIn(partial.output, blobs) : new Map();
    const others = blobs.filter((sha) => !result.has(sha));
    if (blobs.length === 1) return result;
    const middle = Math.ceil(others.length / 2);
    const first = await readBatch(repository, others.slice(0, middle));
    const second = await readBatch(repository, others.slice(middle));
    return new Map([...result, ...first, ...second]);
  };

  if (blobs.length === 0) return new Map();
  return withRetries(
    repository,
    async () => {
      const lookups = blobs.map((sha) => `(oid: "${sha}") { ... on Blob { isTruncated text } }`);
      const response = await octokit.graphql(objectsQuery('Blobs', lookups), { owner, name });
      return textsIn(v.parse(responseSchema, response), blobs);
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

/** Reads blobs as texts in batches; those that do not exist are left out. */
const readTexts = async (
  repository: GitHubRepository,
  blobs: readonly Omit<KnownBlob, 'isText'>[],
): Promise<Texts> => {
  const texts = await mapConcurrently(batchesOf(blobs), CONCURRENT_REQUESTS, (batch) =>
    readBatch(repository, batch),
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
