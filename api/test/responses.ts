import { SAVED_COMMIT_HEADER, type Conflict, type ErrorResponseBody } from 'content-schema';
import { expect } from 'vitest';
import type { TestClient } from './test-client.ts';

type Pending = Response | Promise<Response>;

export const json = async <Body>(response: Pending): Promise<Body> =>
  (await (await response).json()) as Body;

export const statusAndBody = async (pending: Pending): Promise<[status: number, body: unknown]> => {
  const response = await pending;
  return [response.status, await response.json()];
};

/** Reads the body of a response that must be a success. */
export const read = async <Body>(client: Pick<TestClient, 'get'>, path: string): Promise<Body> => {
  const response = await client.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return json(response);
};

/** Returns the commit of a save, which must be a success; empty if it had no effect. */
export const savedCommit = async (pending: Pending): Promise<string> => {
  const response = await pending;
  expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
  return response.headers.get(SAVED_COMMIT_HEADER) ?? '';
};

/** Returns the issues of a request that must be refused as invalid, e.g. `title: It is missing`. */
export const issuesOf = async (pending: Pending): Promise<string[]> => {
  const response = await pending;
  const { message, issues = [] } = await json<ErrorResponseBody>(response);
  expect([response.status, message]).toEqual([400, issues[0]?.message ?? message]);
  return issues.map((issue) => `${issue.path}: ${issue.message}`);
};

/** Returns the conflicts of a save that must be one. */
export const conflictsOf = async (pending: Pending): Promise<Conflict[]> => {
  const response = await pending;
  const { code, conflicts = [] } = await json<ErrorResponseBody>(response);
  expect(`${response.status} ${code}`).toBe('409 MergeConflict');
  return [...conflicts];
};
