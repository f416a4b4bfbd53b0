import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
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
  | { readonly state: 'signed-out'; readonly error?: string };

/** A password, the token of a link, or what a passkey has signed. */
export type SignIn = Credentials | { readonly token: string } | AuthenticationResponseJSON;

const requestSignIn = (body: SignIn) => {
  if ('password' in body) return request('POST /auth/login', { body });
  if ('token' in body) return request('POST /auth/link', { body });
  return request('POST /auth/passkeys/login', { body });
};

const signIn = async (body: SignIn): Promise<User> => (await requestSignIn(body)).response;

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

/**
 * Checks once whether the administrator is signed in, and keeps that up to date on sign-in and
 * sign-out.
 */
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
  const login = async (body: SignIn) => {
    try {
      await setSession({ state: 'signed-in', user: await signIn(body) });
    } catch (error) {
      await mutate(SESSION, SIGNED_OUT, { revalidate: false });
      throw error;
    }
  };

  /** Signs in again after a session has ended, without reloading anything. Rejects as `login`. */
  const renew = async (body: SignIn) => {
    await signIn(body);
  };

  /** Rejects when the server could not end the session (or, with `everywhere`, all sessions). */
  const logout = async (from: 'here' | 'everywhere' = 'here') => {
    const query = from === 'everywhere' ? { everywhere: 'true' } : {};
    await request('POST /auth/logout', { query });
    await setSession(SIGNED_OUT);
  };

  return { session, login, renew, logout };
};
