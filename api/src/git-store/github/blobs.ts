import * as v from 'valibot';
import { NotFound } from '../errors.ts';
import { blobShaOf } from '../git-object-id.ts';
import type { BlobSha } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { callForRead, readError } from './call.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';

/**
 * Blobs in one GraphQL request. 250 are used in the field without failing; a failing batch is
 * halved all the same. https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
const BATCH_SIZE = 120;
const CONCURRENT_REQUESTS = 4;

type Found = Map<BlobSha, Uint8Array>;

const blobSchema = v.nullable(v.object({ isTruncated: v.boolean(), text: v.nullable(v.string()) }));
const answerSchema = v.object({ repository: v.record(v.string(), blobSchema) });

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
 * The bytes of a text, if they are the blob's: GraphQL cuts long texts, and what is not UTF-8
 * arrives changed.
 */
const bytesOf = (blob: v.InferOutput<typeof blobSchema>, sha: BlobSha): Uint8Array | undefined => {
  if (!blob || blob.isTruncated || blob.text === null) return undefined;
  const bytes = Buffer.from(blob.text);
  return blobShaOf(bytes) === sha ? bytes : undefined;
};

/** GitHub found the request too much at once. */
const isTooMuch = ({ status, types, message }: Failure): boolean =>
  types.includes('RESOURCE_LIMITS_EXCEEDED') ||
  status === 502 ||
  status === 504 ||
  /something went wrong while executing/i.test(message);

const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/** Texts of many blobs by few requests; what can't be had so, exactly, is left out. */
const readTexts = async (
  repository: GitHubRepository,
  blobs: readonly BlobSha[],
): Promise<Found> => {
  const { octokit, owner, name } = repository;
  try {
    // Not repeated as it is: half of it is tried instead.
    const request = { ...repository.read(), retries: 0 };
    const answer = await octokit.graphql(queryFor(blobs), { owner, name, request });
    const { repository: found } = v.parse(answerSchema, answer);
    return new Map(
      blobs.flatMap((sha, i): [BlobSha, Uint8Array][] => {
        const bytes = bytesOf(found[`b${i}`] ?? null, sha);
        return bytes ? [[sha, bytes]] : [];
      }),
    );
  } catch (error) {
    const failure = describeFailure(error);
    if (!isTooMuch(failure)) throw readError(failure, repository);
    if (blobs.length === 1) return new Map();
    const middle = Math.ceil(blobs.length / 2);
    const first = await readTexts(repository, blobs.slice(0, middle));
    return new Map([...first, ...(await readTexts(repository, blobs.slice(middle)))]);
  }
};

/** Any bytes, by one request. Base64, since Octokit spoils raw bytes. */
const readBytes = (repository: GitHubRepository, sha: BlobSha): Promise<Uint8Array> =>
  callForRead(
    repository,
    async () => {
      const { octokit, owner, name } = repository;
      const { data } = await octokit.rest.git.getBlob({
        owner,
        repo: name,
        file_sha: sha,
        request: repository.read(),
      });
      const bytes = Buffer.from(data.content, 'base64');
      if (blobShaOf(bytes) !== sha) throw new NotFound(`GitHub answered other bytes for ${sha}`);
      return bytes;
    },
    `There is no blob ${sha}`,
  );

/**
 * Reads blobs exactly, byte for byte: texts many at a time, all else one by one. Throws `NotFound`
 * when one of them is absent.
 */
export const readBlobs = async (
  repository: GitHubRepository,
  blobs: readonly BlobSha[],
  isText: (blob: BlobSha) => boolean,
): Promise<ReadonlyMap<BlobSha, Uint8Array>> => {
  const wanted = [...new Set(blobs)];
  const batches = chunk(wanted.filter(isText), BATCH_SIZE);
  const texts = await mapConcurrently(batches, CONCURRENT_REQUESTS, (batch) =>
    readTexts(repository, batch),
  );
  const found: Found = new Map(texts.flatMap((batch) => [...batch]));
  const others = wanted.filter((sha) => !found.has(sha));
  await mapConcurrently(others, CONCURRENT_REQUESTS, async (sha) => {
    found.set(sha, await readBytes(repository, sha));
  });
  return found;
};
