/** Routers of API calls. A route says who may make a call, what it takes, and what it does. */
import Router, { type RouterContext } from '@koa/router';
import { JSON_BODY_MAX_BYTES, type CallName, type Calls, type ParamOf } from 'content-schema';
import type { Context } from 'koa';
import type * as v from 'valibot';
import type { Sessions } from '../auth/sessions.ts';
import { parseInput } from '../reading/errors.ts';
import { withFailureMessage } from './errors/send-errors.ts';
import { checkSession } from './requests/access.ts';
import { readJson } from './requests/parse-request.ts';
import { readForm, type Form, type FormLimits } from './requests/read-form.ts';

/** What a route says of a call. */
export interface Policy<Sent = never, Body = unknown> {
  readonly access: 'anyone' | 'administrator';
  /** The message of unexpected errors, which says what failed. */
  readonly failure: string | undefined;
  readonly jsonMaxBytes?: number;
  readonly formLimits?: FormLimits;
  /** Throws `HttpError` and `InvalidInput`. */
  readonly readBody: (ctx: Context) => Promise<Body>;
  /** Only a type. */
  readonly accepts?: (sent: Sent) => void;
}

const createPolicy = (access: Policy['access'], failure: string | undefined) => {
  const facts = { access, failure };
  return {
    ...facts,
    readBody: () => Promise.resolve(undefined),
    json: <const Schema extends v.GenericSchema>(
      schema: Schema,
      jsonMaxBytes = JSON_BODY_MAX_BYTES,
    ): Policy<v.InferInput<Schema>, v.InferOutput<Schema>> => ({
      ...{ ...facts, jsonMaxBytes },
      readBody: async (ctx) => parseInput(schema, await readJson(ctx, jsonMaxBytes)),
    }),
    form: (formLimits: FormLimits): Policy<unknown, Form> => ({
      ...{ ...facts, formLimits },
      readBody: (ctx) => readForm(ctx, formLimits),
    }),
  };
};

export const anyone = (failure?: string) => createPolicy('anyone', failure);

/** The policy of a call that needs a session. Its response is not cached unless it says so. */
export const adminOnly = (failure?: string) => createPolicy('administrator', failure);

type CallContext<Path> = RouterContext & {
  readonly params: Readonly<Record<ParamOf<Path>, string>>;
};

/** The calls of a method and path in `Calls`; several if the query chooses between responses. */
type Called<Name extends string> = Calls[Extract<CallName, Name | `${Name}?${string}`>];

/** Adds a route below `/api`. Without a response, which the handler may set itself, it is a 204. */
type AddCall<Method extends string> = <Path extends string, Body>(
  path: Path,
  policy: Policy<Called<`${Method} ${Path}`>['body'], Body>,
  handle: (
    ctx: CallContext<Path>,
    body: Body,
  ) => Promise<Called<`${Method} ${Path}`>['response'] | undefined>,
) => CallRouter;

export interface CallRouter {
  readonly router: Router;
  readonly get: AddCall<'GET'>;
  readonly put: AddCall<'PUT'>;
  readonly post: AddCall<'POST'>;
  readonly patch: AddCall<'PATCH'>;
  readonly delete: AddCall<'DELETE'>;
}

export const createCalls = ({ sessions }: { readonly sessions: Sessions }): CallRouter => {
  const router = new Router();
  const adding =
    <Method extends string>(method: Method): AddCall<Method> =>
    (path, policy, handle) => {
      const call = async (ctx: RouterContext) => {
        if (policy.access === 'administrator') {
          checkSession(ctx, sessions);
          ctx.set('Cache-Control', 'no-store');
        }
        const response = await handle(ctx as CallContext<typeof path>, await policy.readBody(ctx));
        if (response !== undefined) ctx.body = response;
        else if (ctx.status === 404) ctx.status = 204;
      };
      const { failure } = policy;
      const steps = failure === undefined ? [] : [withFailureMessage(failure)];
      const pattern = path.replace(/\{(\w+)\}/g, ':$1');
      router.register(pattern, [method], [...steps, Object.assign(call, { policy })]);
      return calls;
    };
  const calls: CallRouter = {
    router,
    get: adding('GET'),
    put: adding('PUT'),
    post: adding('POST'),
    patch: adding('PATCH'),
    delete: adding('DELETE'),
  };
  return calls;
};
