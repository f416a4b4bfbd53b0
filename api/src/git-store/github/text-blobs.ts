import * as v from 'valibot';
import { blobShaOf } from '../git-object-id.ts';
import type { BlobSha } from '../git-store.ts';
import { withReadRetries } from './call.ts';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';

type Found = ReadonlyMap<BlobSha, Uint8Array>;

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

const foundIn = (
  { repository }: v.InferOutput<typeof answerSchema>,
  blobs: readonly BlobSha[],
): Found =>
  new Map(
    blobs.flatMap((sha, i): [BlobSha, Uint8Array][] => {
      const bytes = bytesOf(repository[`b${i}`] ?? null, sha);
      return bytes ? [[sha, bytes]] : [];
    }),
  );

/** GitHub found the request too much at once. */
const isTooMuch = ({ status, types, message }: Failure): boolean =>
  types.includes('RESOURCE_LIMITS_EXCEEDED') ||
  status === 502 ||
  status === 504 ||
  /something went wrong while executing/i.test(message);

/** By one request, or by more of half the size when that is too much for GitHub. */
export const readTexts = async (
  repository: GitHubRepository,
  blobs: readonly BlobSha[],
): Promise<Found> => {
  const { octokit, owner, name } = repository;

  const readHalves = async ({ data }: Failure): Promise<Found> => {
    const partial = v.safeParse(answerSchema, data);
    const found = partial.success ? foundIn(partial.output, blobs) : new Map();
    const others = blobs.filter((sha) => !found.has(sha));
    if (blobs.length === 1) return found;
    const middle = Math.ceil(others.length / 2);
    const first = await readTexts(repository, others.slice(0, middle));
    return new Map([...found, ...first, ...(await readTexts(repository, others.slice(middle)))]);
  };

  if (blobs.length === 0) return new Map();
  return withReadRetries(
    repository,
    async () => {
      const answer = await octokit.graphql(queryFor(blobs), { owner, name });
      return foundIn(v.parse(answerSchema, answer), blobs);
    },
    { instead: (failure) => (isTooMuch(failure) ? readHalves(failure) : undefined) },
  );
};
