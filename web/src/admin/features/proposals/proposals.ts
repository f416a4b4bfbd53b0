import type {
  ContentPatch,
  ProposalResponse,
  ProposalsResponse,
  ProposedResponse,
} from 'content-schema';
import { useRef } from 'react';
import { useSWRConfig } from 'swr';
import { useKeepSession, useOfferUndo, useRequest } from '../../../data/keep-session.ts';
import {
  ApiError,
  newIdempotencyKey,
  request,
  type RequestWithQuery,
} from '../../../data/request.ts';
import { useReloadContent, type Decided } from '../../../data/undo.ts';
import { useCompared, useLoaded, type Loaded } from '../../../data/use-loaded.ts';
import { ADMIN } from '../../../paths.ts';

export const PROPOSALS = `${ADMIN}/proposals`;
export const proposalPath = (id: string): string => `${PROPOSALS}/${encodeURIComponent(id)}`;

/** For the parts of one page. */
const DEDUPED_MS = 2000;

const LIST = 'GET /proposals';

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

export type Proposed = ProposedResponse['proposal'];

const OVERLAPS =
  'The proposal has another version of the same text. Make a proposal of its own, or publish that one first.';

/**
 * Adds a change to the proposal with an id, or makes it a `new` one. Nothing is asked about a
 * conflict with an open proposal, so its message says what to do. Rejects as `request` does.
 */
export const propose = async (send: RequestWithQuery, proposal: string): Promise<Proposed> => {
  const { response } = await send({ proposal }).catch((error: unknown) => {
    const overlaps = error instanceof ApiError && error.conflicts.length > 0;
    throw overlaps && proposal !== 'new' ? new ApiError(OVERLAPS, { status: error.status }) : error;
  });
  return (response as ProposedResponse).proposal;
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
    const send: RequestWithQuery = (query) => request('PATCH /content', { ...input, query });
    const proposed = await keepSession(() => propose(send, proposal));
    void mutate([LIST]);
    return proposed;
  };
};
