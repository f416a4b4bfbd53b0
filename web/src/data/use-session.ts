import { failureMessages, type User } from 'content-schema';
import { useSWRConfig } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { isContentKey } from './loaded-content.ts';
import { isSignedOut, messageOf, request } from './request.ts';
import { rememberSignIn } from './sign-in-flag.ts';

export const SESSION = 'GET /auth/me';

export type Session =
  | { readonly state: 'checking' }
  | { readonly state: 'signed-in'; readonly user: User }
  | { readonly state: 'signed-out'; readonly error?: string };

/** The call that signs in: with a password, a passkey or the token of a link. */
export type SignIn = () => Promise<{ readonly response: User }>;

const CHECKING: Session = { state: 'checking' };
const SIGNED_OUT: Session = { state: 'signed-out' };

/** Messages for a visitor who is simply not signed in, independent of the status. */
const SILENT = ['Not authenticated', 'Authentication required'];

const checkSession = async (): Promise<Session> => {
  try {
    const { response: user } = await request(SESSION);
    rememberSignIn(true);
    return { state: 'signed-in', user };
  } catch (error) {
    if (isSignedOut(error)) rememberSignIn(false);
    const message = messageOf(error, failureMessages.checkSession);
    if (isSignedOut(error) || SILENT.includes(message)) return SIGNED_OUT;
    return { ...SIGNED_OUT, error: message };
  }
};

/** Checks once whether the administrator is signed in, and follows sign-ins and sign-outs. */
export const useSession = () => {
  const { mutate } = useSWRConfig();
  const { data: session = CHECKING } = useSWRImmutable<Session>(SESSION, checkSession);

  const setSession = async (next: Session) => {
    rememberSignIn(next.state === 'signed-in');
    await mutate(SESSION, next, { revalidate: false });
    // The administrator sees hidden content too.
    void mutate(isContentKey, undefined);
  };

  /** Rejects with the reason when the sign-in fails; there is no session then. */
  const login = async (signIn: SignIn) => {
    try {
      const { response: user } = await signIn();
      await setSession({ state: 'signed-in', user });
    } catch (error) {
      await mutate(SESSION, SIGNED_OUT, { revalidate: false });
      throw error;
    }
  };

  /** Rejects when the server could not end the session (or, with `everywhere`, all sessions). */
  const logout = async (from: 'here' | 'everywhere' = 'here') => {
    const query = from === 'everywhere' ? { everywhere: 'true' } : {};
    await request('POST /auth/logout', { query });
    await setSession(SIGNED_OUT);
  };

  return { session, login, logout };
};
