import type { ContentPatch, ProposalResponse, ProposalsResponse } from 'content-schema';
import { useRef } from 'react';
import { useSWRConfig } from 'swr';
import { useReloadContent, type Decided } from '../../../data/history.ts';
import { useKeepSession, useOfferUndo, useRequest } from '../../../data/keep-session.ts';
import { newIdempotencyKey, propose, request, type Proposed } from '../../../data/request.ts';
import { useLoaded, type Loaded } from '../../../data/use-loaded.ts';

/** For the parts of one page. */
const DEDUPED_MS = 2000;

const LIST = 'GET /proposals';
const PROPOSAL = 'GET /proposals/{id}';

/**
 * The open proposals, loaded once and again whenever the window gets the focus; with
 * `revalidateIfStale` also now. They load in the background of every admin page, so this doesn't
 * open the sign-in dialog when the session has ended.
 */
export const useProposals = (revalidateIfStale = false): Loaded<ProposalsResponse> =>
  useLoaded(
    [LIST],
    async () => (await request(LIST)).response,
    'The proposals could not be loaded',
    { revalidateIfStale, revalidateOnFocus: true, dedupingInterval: DEDUPED_MS },
  );

export const useProposal = (id: string): Loaded<ProposalResponse> => {
  const request = useRequest();
  const load = async () => (await request(PROPOSAL, { params: { id } })).response;
  return useLoaded([PROPOSAL, id], load, 'The proposal could not be loaded');
};

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

/**
 * Returns a function that adds a patch to the proposal with an id, or to a `new` one. After a lost
 * response the same patch is not proposed twice. Rejects as `propose` does.
 */
export const usePropose = () => {
  const keepSession = useKeepSession();
  const { mutate } = useSWRConfig();
  const last = useRef({ sent: '', key: '' });
  return async (body: ContentPatch, revision: string, proposal: string): Promise<Proposed> => {
    const sent = JSON.stringify([body, revision, proposal]);
    if (last.current.sent !== sent) last.current = { sent, key: newIdempotencyKey() };
    const input = { body, revision, idempotencyKey: last.current.key };
    const proposed = await keepSession(() => propose('PATCH /content', input, proposal));
    void mutate([LIST]);
    return proposed;
  };
};
