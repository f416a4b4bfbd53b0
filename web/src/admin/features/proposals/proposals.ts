import type { ProposalResponse, ProposalsResponse } from 'content-schema';
import { useSWRConfig } from 'swr';
import { useOfferUndo, useRequest } from '../../../data/keep-session.ts';
import { request } from '../../../data/request.ts';
import { useReloadContent, type Decided } from '../../../data/undo.ts';
import { useCompared, useLoaded, type Loaded } from '../../../data/use-loaded.ts';
import { ADMIN } from '../../../paths.ts';

export const PROPOSALS = `${ADMIN}/proposals`;
export const proposalPath = (id: string): string => `${PROPOSALS}/${encodeURIComponent(id)}`;

/** For the parts of one page. */
const DEDUPED_MS = 2000;

const LIST = 'GET /proposals';

/**
 * The open proposals, loaded again whenever the window gets the focus; with `revalidateIfStale`
 * also now. It opens no sign-in dialog, because it loads in the background of every page.
 */
export const useProposals = (revalidateIfStale = false): Loaded<ProposalsResponse> =>
  useLoaded(
    [LIST],
    async () => (await request(LIST)).response,
    'The proposals could not be loaded',
    { revalidateIfStale, revalidateOnFocus: true, dedupingInterval: DEDUPED_MS },
  );

export const useProposal = (id: string) =>
  useCompared('GET /proposals/{id}', { params: { id } }, 'The proposal could not be loaded');

/** Returns a function that publishes a proposal and offers to undo that; rejects as `request`. */
export const usePublishProposal = () => {
  const request = useRequest();
  const offerUndo = useOfferUndo();
  const reloadContent = useReloadContent();
  const { mutate } = useSWRConfig();
  return async (
    { id, head, title }: ProposalResponse,
    leaveOut: readonly string[],
    { decisions, revision }: Decided = { decisions: [] },
  ): Promise<void> => {
    const body = { head, leaveOut: leaveOut.map((file) => ({ file })), decisions };
    const input = { params: { id }, body, revision };
    const { commit } = await request('POST /proposals/{id}/publish', input);
    const what = leaveOut.length === 0 ? `“${title}”` : `A part of “${title}”`;
    offerUndo(commit, { text: `${what} is published` });
    await Promise.all([reloadContent(), mutate([LIST])]);
  };
};
