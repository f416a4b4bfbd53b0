/** The calls that merge a change with later ones, as the dashboard makes them. */
import { REVISION_HEADER, type Decision } from 'content-schema';
import type { TestClient } from './test-client.ts';

interface MergeOptions {
  readonly decisions?: readonly Pick<Decision, 'file' | 'field' | 'value'>[];
  /** The commit that the decisions are about. */
  readonly revision?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const headersOf = ({ headers, revision }: MergeOptions) => ({
  ...headers,
  ...(revision !== undefined && { [REVISION_HEADER]: revision }),
});

export const undo = (
  admin: TestClient,
  commit: string,
  { decisions = [], ...options }: MergeOptions = {},
): Promise<Response> =>
  admin.post(`/api/history/${encodeURIComponent(commit)}/undo`, { decisions }, headersOf(options));

export const publish = (
  admin: TestClient,
  { id, head }: { readonly id: string; readonly head: string },
  {
    decisions = [],
    leaveOut = [],
    ...options
  }: MergeOptions & { leaveOut?: readonly object[] } = {},
): Promise<Response> => {
  const path = `/api/proposals/${encodeURIComponent(id)}/publish`;
  return admin.post(path, { head, leaveOut, decisions }, headersOf(options));
};

/** Moves a post or a page to another address. */
export const move = (admin: TestClient, id: string, to: unknown, headers = {}): Promise<Response> =>
  admin.post(`/api/admin/posts/${encodeURIComponent(id)}/address`, { id: to }, headers);
