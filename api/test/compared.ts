/** Calls together with the comparison of their commits, as the screens of the dashboard read them. */
import type {
  CommitResponse,
  CompareResponse,
  ProposalResponse,
  SiteVersionResponse,
} from 'content-schema';
import { read } from './responses.ts';
import type { TestClient } from './test-client.ts';

type Client = Pick<TestClient, 'get'>;

/** A comparison, of which a test knows what it has. */
export const compare = (client: Client, commits: Readonly<Record<string, string>>) =>
  read<Required<CompareResponse>>(client, `/api/compare?${new URLSearchParams(commits)}`);

export const readCommit = async (client: Client, to = '') => {
  const commit = await read<CommitResponse>(client, `/api/history/${to}`);
  return { ...commit, ...(await compare(client, { to })) };
};

export const readSite = async (client: Client, from: string) => {
  const version = await read<SiteVersionResponse>(client, `/api/history/${from}/site`);
  return { ...version, ...(await compare(client, { from })) };
};

export const readProposal = async (client: Client, id: string) => {
  const path = `/api/proposals/${encodeURIComponent(id)}`;
  const proposal = await read<ProposalResponse>(client, path);
  const { base, head } = proposal;
  return { ...proposal, ...(await compare(client, { from: base, to: head })) };
};
