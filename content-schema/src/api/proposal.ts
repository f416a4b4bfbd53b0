import * as v from 'valibot';
import { list, record, text } from '../fields/schema.ts';
import type { Call } from './call.ts';
import { decisionSchema, type RevisionResponse } from './history.ts';

/** An open pull request on the content's branch; for a local repository, another branch. */
export interface ProposalSummary {
  /** The number of the pull request, or the name of the branch. */
  readonly id: string;
  readonly title: string;
  /** The author's name at GitHub, or that of the newest commit. */
  readonly author: string;
  readonly isFork?: true;
  /** Its newest commit. */
  readonly head: string;
  /** The ISO date when it was opened; for a branch, that of its newest commit. */
  readonly date: string;
  /** Its page at GitHub. */
  readonly url?: string;
  /** The changed files, at most 100. */
  readonly paths: readonly string[];
  /** The state of its review and of its checks at GitHub; absent if there are none. */
  readonly review?: 'approved' | 'changes-requested' | 'required';
  readonly checks?: 'passed' | 'failed' | 'running';
  /** The first problem, e.g. `posts/a.md:4 …`; at GitHub, as its commit status says. */
  readonly problem?: string;
}

/** `GET /api/proposals`: the newest first. */
export interface ProposalsResponse {
  readonly proposals: readonly ProposalSummary[];
  /** The list at GitHub, if it has more. */
  readonly more?: string;
}

export interface ReviewComment {
  readonly path: string;
  /** The line in the proposal's version, counted from 1; absent if that line is gone. */
  readonly line?: number;
  readonly author: string;
  /** Markdown, to be shown as plain text. */
  readonly text: string;
  /** ISO date. */
  readonly date: string;
  /** Where one answers. */
  readonly url: string;
}

export interface ProposalResponse extends ProposalSummary {
  /** The commit that the proposal began from: the changes are those since. */
  readonly base: string;
  readonly comments: readonly ReviewComment[];
}

export const publishSchema = record({
  /** The newest commit of the proposal that the administrator has read. */
  head: text(),
  /** Files to leave out, each with what belongs to it: the other name of a moved one, for example. */
  leaveOut: list('Changes', v.strictObject({ file: text() }, 'Only whole files can be left out')),
  decisions: list('Decisions', decisionSchema),
});

export type PublishRequest = v.InferInput<typeof publishSchema>;
export type LeftOut = v.InferOutput<typeof publishSchema>['leaveOut'][number];

export interface ProposalCalls {
  'GET /proposals': Call<ProposalsResponse>;
  'GET /proposals/{id}': Call<ProposalResponse>;
  'POST /proposals/{id}/publish': Call<RevisionResponse, PublishRequest>;
}
