import { createHash, randomUUID } from 'node:crypto';
import Keygrip from 'keygrip';
import type Koa from 'koa';
import session, { type CreateSessionOptions } from 'koa-session';
import * as v from 'valibot';
import type { AuthState, Session } from './auth-state.ts';
import type { Administrator } from './password.ts';

interface Options {
  /** The first one signs, all verify. */
  readonly secrets: readonly string[];
  readonly administrator: Administrator;
  readonly secure: boolean;
  readonly idleMinutes: number;
  readonly maxHours: number;
  readonly state: AuthState;
}

const dataSchema = v.object({
  id: v.string(),
  /** Milliseconds since 1970. */
  begunAt: v.number(),
  credential: v.string(),
});

type SessionData = v.InferOutput<typeof dataSchema>;

const HOUR_MS = 60 * 60 * 1000;
const DEVICE_MAX_AGE_MS = 180 * 24 * HOUR_MS;
/** The path of the cookies that only signing in needs. */
const AUTH_PATH = '/api/auth';
const CHALLENGE_MAX_AGE_MS = 5 * 60 * 1000;

/** Returns a value that changes with the password, so that a new password ends every session. */
const credentialOf = (passwordHash: string): string =>
  createHash('sha256').update(`session of ${passwordHash}`).digest('base64url').slice(0, 16);

export interface Challenge {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** What a challenge is for; an answer to one is not accepted for the other. */
type Purpose = 'sign-in' | 'new-passkey';

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the administrator's sessions: signed cookies that any instance of the API can verify. */
export const createSessions = (options: Options) => {
  const { secrets, administrator, secure, idleMinutes, maxHours, state } = options;
  const credential = () => credentialOf(administrator.passwordHash);
  const deviceCookie = secure ? '__Secure-device' : 'device';
  const challengeCookie = secure ? '__Secure-challenge' : 'challenge';
  const cookie = {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: AUTH_PATH,
  } as const;
  const endOf = ({ begunAt }: Pick<Session, 'begunAt'>): number => begunAt + maxHours * HOUR_MS;

  const isValid = (data: unknown): data is SessionData => {
    if (!v.is(dataSchema, data)) return false;
    const inTime = Date.now() < endOf(data);
    return inTime && data.credential === credential() && !state.hasEnded(data);
  };

  const dataOf = (ctx: Koa.Context): unknown => {
    const current: unknown = ctx['session'];
    return current === null ? undefined : JSON.parse(JSON.stringify(current));
  };

  const deviceOf = (ctx: Koa.Context): string | undefined => {
    const [id, issuedFor] = ctx.cookies.get(deviceCookie, { signed: true })?.split(':') ?? [];
    return issuedFor === credential() ? id : undefined;
  };

  const begin = (ctx: Koa.Context): void => {
    const device = `${deviceOf(ctx) ?? randomUUID()}:${credential()}`;
    ctx.cookies.set(deviceCookie, device, { ...cookie, maxAge: DEVICE_MAX_AGE_MS });
    // On an instance whose clock is behind that of the one that ended all sessions, too.
    const begunAt = Math.max(Date.now(), state.current().endedBefore + 1);
    ctx['session'] = { id: randomUUID(), begunAt, credential: credential() };
  };

  /** The id of the session; empty without one. */
  const idOf = (ctx: Koa.Context): string => {
    const data = dataOf(ctx);
    return isValid(data) ? data.id : '';
  };

  return {
    idOf,

    install: (app: Koa): void => {
      const key = secure ? '__Host-session' : 'session';
      app.keys = new Keygrip([...secrets], 'sha256', 'base64');
      const cookies = session(
        {
          key,
          maxAge: idleMinutes * 60 * 1000,
          rolling: true,
          httpOnly: true,
          sameSite: 'lax',
          secure,
          valid: (_ctx: unknown, data: unknown) => isValid(data),
        },
        app,
      );
      app.use(async (ctx, next) => {
        // The browser uses HTTPS even if a proxy terminates TLS.
        ctx.cookies.secure = secure;
        if (ctx.cookies.get(key) !== undefined) {
          await Promise.all([state.refresh(), administrator.refresh?.()]);
        }
        await cookies(ctx, next);
      });
    },

    /** Marks the request as not being user activity, so that it doesn't extend the session. */
    leaveIdle: (ctx: Koa.Context): void => {
      (ctx['sessionOptions'] as CreateSessionOptions).rolling = false;
    },

    /** Whether the request has a valid session; marks the response as depending on that. */
    isSignedIn: (ctx: Koa.Context): boolean => {
      ctx.vary('Cookie');
      return isValid(dataOf(ctx));
    },

    /** The id of a browser that signed in with this password; it outlives the session. */
    deviceOf,

    begin,

    /** Gives a challenge to this browser, which only its present session can answer. */
    setChallenge: (ctx: Koa.Context, purpose: Purpose, challenge: string): void => {
      const expires = Date.now() + CHALLENGE_MAX_AGE_MS;
      const maxAge = CHALLENGE_MAX_AGE_MS;
      const value = [challenge, expires, purpose, idOf(ctx)].join(':');
      ctx.cookies.set(challengeCookie, value, { ...cookie, maxAge });
    },

    /** Takes the challenge back; undefined if it has expired, or is for another session or purpose. */
    takeChallenge: (ctx: Koa.Context, purpose: Purpose): Challenge | undefined => {
      const parts = ctx.cookies.get(challengeCookie, { signed: true })?.split(':') ?? [];
      ctx.cookies.set(challengeCookie, null, cookie);
      const [value = '', expires = 0, issuedFor, session] = parts;
      const isAnswered = issuedFor === purpose && session === idOf(ctx);
      return isAnswered && Number(expires) > Date.now()
        ? { value, expires: Number(expires) }
        : undefined;
    },

    /** Its cookie is refused from now on. Rejects when that can't be stored; a copy stays valid. */
    end: async (ctx: Koa.Context): Promise<void> => {
      const data = dataOf(ctx);
      ctx['session'] = null;
      if (v.is(dataSchema, data)) await state.end(data.id, endOf(data));
    },

    /** Ends all sessions, if there is one. Rejects like `end`; then all are still valid. */
    endAll: async (ctx: Koa.Context): Promise<void> => {
      if (isValid(dataOf(ctx))) await state.endSessions();
      ctx['session'] = null;
    },
  };
};
