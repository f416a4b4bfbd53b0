import { failureMessages, type Credentials, type User } from 'content-schema';
import { useSWRConfig } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { isContentKey } from './loaded-content.ts';
import { isSignedOut, messageOf, request } from './request.ts';
import { rememberSignIn } from './sign-in-flag.ts';

const SESSION = 'GET /auth/me';

export type Session =
  | { readonly state: 'checking' }
  | { readonly state: 'signed-in'; readonly user: User }
  | {
      readonly state: 'signed-out';
      /** Why it is not known whether there is a session. */
      readonly error?: string;
    };

interface SessionHook {
  readonly session: Session;
  /** Rejects with the reason; there is no session then. */
  readonly login: (credentials: Credentials) => Promise<void>;
  /** Begins a session in place of one that has ended, and changes nothing else. Rejects as `login`. */
  readonly renew: (credentials: Credentials) => Promise<void>;
  /** Rejects when the server could not end the session, or all of them, which then go on. */
  readonly logout: (from?: 'here' | 'everywhere') => Promise<void>;
}

const SIGNED_OUT: Session = { state: 'signed-out' };

/** What an API says, with whatever status, of a visitor who has simply not signed in. */
const SILENT = ['Not authenticated', 'Authentication required'];

const checkSession = async (): Promise<Session> => {
  try {
    const { answer: user } = await request(SESSION);
    rememberSignIn(true);
    return { state: 'signed-in', user };
  } catch (error) {
    if (isSignedOut(error)) rememberSignIn(false);
    const message = messageOf(error, failureMessages.checkSession);
    if (isSignedOut(error) || SILENT.includes(message)) return SIGNED_OUT;
    return { ...SIGNED_OUT, error: message };
  }
};

/** Whether the administrator is signed in. It is asked once and then known until a sign-in or -out. */
export const useSession = (): SessionHook => {
  const { mutate } = useSWRConfig();
  const { data: session = { state: 'checking' } } = useSWRImmutable(SESSION, checkSession);

  const enter = async (next: Session) => {
    rememberSignIn(next.state === 'signed-in');
    await mutate(SESSION, next, { revalidate: false });
    // The administrator sees more of the content than a visitor does.
    void mutate(isContentKey, undefined);
  };

  const login = async (body: Credentials) => {
    try {
      const { answer: user } = await request('POST /auth/login', { body });
      await enter({ state: 'signed-in', user });
    } catch (error) {
      await mutate(SESSION, SIGNED_OUT, { revalidate: false });
      throw error;
    }
  };

  const renew = async (body: Credentials) => {
    await request('POST /auth/login', { body });
  };

  const logout = async (from: 'here' | 'everywhere' = 'here') => {
    const query = from === 'everywhere' ? { everywhere: 'true' } : {};
    await request('POST /auth/logout', { query });
    await enter(SIGNED_OUT);
  };

  return { session, login, renew, logout };
};
