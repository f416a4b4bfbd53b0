import type { SessionSummary } from 'content-schema';
import type { Context } from 'koa';
import { createSignatures } from '../signatures.ts';
import type { AuthState, SeenSession, Session } from './auth-state.ts';
import { networkOf } from './login-throttle.ts';

/** At GitHub each note takes five requests, so a session is noted less often than it is used. */
export const NOTE_EVERY_MS = 10 * 60 * 1000;
const SESSIONS_MAX = 50;
const NETWORK_LENGTH = 12;

/** In this order, since browsers name those that they imitate, too. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const nameIn = (names: typeof BROWSERS | typeof SYSTEMS, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns the browser and the system in words, for example `Firefox on Linux`. */
const browserName = (userAgent: string): string => {
  const browser = nameIn(BROWSERS, userAgent) ?? 'A browser';
  const system = nameIn(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
};

/** The list of the sessions that were seen within the last `idleMs`, on any instance. */
export const createSessionList = (state: AuthState, secrets: readonly string[], idleMs: number) => {
  const signatures = createSignatures(secrets, 'networks');

  const describe = (ctx: Context, { begunAt }: Session): SeenSession => ({
    ...{ begunAt, seenAt: Date.now(), browser: browserName(ctx.get('User-Agent')) },
    network: signatures.sign(networkOf(ctx.ip)).slice(0, NETWORK_LENGTH),
  });

  const isRecent = ({ seenAt }: SeenSession): boolean =>
    Date.now() - seenAt < idleMs + NOTE_EVERY_MS;

  return {
    /** Notes that the session was used, if it wasn't noted lately. Rejects when it can't be stored. */
    note: (ctx: Context, session: Session): Promise<void> => {
      const seen = describe(ctx, session);
      return state.change((current) => {
        const { [session.id]: last, ...others } = current.sessions;
        if (last && seen.seenAt - last.seenAt < NOTE_EVERY_MS) return current;
        const recent = Object.entries(others).filter(([, each]) => isRecent(each));
        const sessions = [...recent.slice(1 - SESSIONS_MAX), [session.id, seen] as const];
        return { ...current, sessions: Object.fromEntries(sessions) };
      });
    },

    clear: (): Promise<void> => state.change((current) => ({ ...current, sessions: {} })),

    /** The sessions for which `isOpen` holds, the last one seen first; the request's own is there. */
    read: (ctx: Context, own: Session, isOpen: (session: Session) => boolean): SessionSummary[] => {
      const seen = describe(ctx, own);
      const all = Object.entries({ ...state.current().sessions, [own.id]: seen });
      return all
        .filter(
          ([id, { begunAt, ...each }]) => isRecent({ begunAt, ...each }) && isOpen({ id, begunAt }),
        )
        .sort(([, a], [, b]) => b.seenAt - a.seenAt)
        .map(([id, { begunAt, seenAt, browser, network }]) => ({
          ...{ id, browser, isOwn: id === own.id, isNear: network === seen.network },
          begunAt: new Date(begunAt).toISOString(),
          seenAt: new Date(seenAt).toISOString(),
        }));
    },
  };
};
