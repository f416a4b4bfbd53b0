import type { ProposedResponse } from 'content-schema';
import type { Middleware } from 'koa';

/** Ends a call whose save became a proposal; `sendProposed` sends the response. */
export class Proposed extends Error {
  readonly response: ProposedResponse;
  constructor(response: ProposedResponse) {
    super('The save became a proposal');
    this.response = response;
  }
}

/** Sends the response (202) of a call whose save became a proposal, instead of its usual one. */
export const sendProposed: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Proposed)) throw error;
    ctx.status = 202;
    ctx.body = error.response;
  }
};
