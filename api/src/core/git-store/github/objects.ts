/** Reads many objects in one GraphQL request. */
import * as v from 'valibot';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';

/** Returns a query for many objects, the fields `o0`, `o1` and so on of the repository. */
export const objectsQuery = (queryName: string, lookups: readonly string[]): string =>
  `query ${queryName}($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${lookups.map((lookup, i) => `o${i}: object${lookup}`).join('\n    ')}
  }
}`;

const isTooMuch = ({ status, types, message }: Failure): boolean =>
  types.includes('RESOURCE_LIMITS_EXCEEDED') ||
  status === 502 ||
  status === 504 ||
  /something went wrong while executing/i.test(message);

/**
 * Objects in one request. Other clients use 250 without failures; a batch that fails is halved.
 * https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
export const BATCH_MAX = 250;
export const CONCURRENT_REQUESTS = 4;

export interface Lookup<Result> {
  readonly queryName: string;
  /** The fields to select of each object. */
  readonly fields: string;
  readonly schema: v.GenericSchema<unknown, Result>;
}

/** Reads the objects that exist; halves the batch and retries if GitHub rejects it as too large. */
export const readObjects = async <Id extends string, Result>(
  repository: GitHubRepository,
  lookup: Lookup<Result>,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, Result>> => {
  const { octokit, owner, name } = repository;
  const { queryName, fields, schema } = lookup;
  const responseSchema = v.object({ repository: v.record(v.string(), v.nullable(schema)) });

  const objectsIn = ({ repository: objects }: v.InferOutput<typeof responseSchema>) =>
    new Map(
      ids.flatMap((id, i): [Id, Result][] => {
        const object = objects[`o${i}`];
        return object ? [[id, object]] : [];
      }),
    );

  const readHalves = async ({ data }: Failure): Promise<ReadonlyMap<Id, Result>> => {
    const partial = v.safeParse(responseSchema, data);
    const result = partial.success ? objectsIn(partial.output) : new Map<Id, Result>();
    const others = ids.filter((id) => !result.has(id));
    if (ids.length === 1) return result;
    const middle = Math.ceil(others.length / 2);
    const first = await readObjects(repository, lookup, others.slice(0, middle));
    const second = await readObjects(repository, lookup, others.slice(middle));
    return new Map([...result, ...first, ...second]);
  };

  if (ids.length === 0) return new Map();
  const recover = (failure: Failure) => (isTooMuch(failure) ? readHalves(failure) : undefined);
  return withRetries({ ...repository, recover }, async () => {
    const lookups = ids.map((id) => `(oid: "${id}") { ${fields} }`);
    const response = await octokit.graphql(objectsQuery(queryName, lookups), { owner, name });
    return objectsIn(v.parse(responseSchema, response));
  });
};
