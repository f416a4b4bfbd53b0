import { useEffect, useEffectEvent, useState } from 'react';
import { request } from './request.ts';
import type { SignIn } from './use-session.ts';

/** A challenge of the server is valid for five minutes. */
const RENEW_MS = 4 * 60_000;

/** The browser's own question was closed, or another one has replaced it. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name);

/** Resolves to undefined if the site has no passkey, or the user chooses none. */
const choosePasskey = async (
  from: 'autofill' | 'dialog',
  onChecked: (hasPasskeys: boolean) => void,
): Promise<SignIn | undefined> => {
  const { response: optionsJSON } = await request('POST /auth/passkeys/options');
  onChecked(optionsJSON !== undefined);
  if (!optionsJSON) return undefined;
  const library = await import('@simplewebauthn/browser');
  const useBrowserAutofill = from === 'autofill';
  if (useBrowserAutofill && !(await library.browserSupportsWebAuthnAutofill())) return undefined;
  try {
    const body = await library.startAuthentication({ optionsJSON, useBrowserAutofill });
    return () => request('POST /auth/passkeys/login', { body });
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
};

/**
 * Offers passkeys in the suggestions of the form's email field, if the site has any and the browser
 * can.
 *
 * @param signIn called with the choice of a passkey, which may never be made.
 */
export const usePasskeySignIn = (
  isSignedOut: boolean,
  signIn: (chosen: Promise<SignIn | undefined>) => Promise<void>,
) => {
  const [isOffered, setOffered] = useState(false);
  const [round, setRound] = useState(0);
  const again = () => setRound((last) => last + 1);
  const offer = useEffectEvent(() => {
    const passkey = choosePasskey('autofill', setOffered).catch(() => undefined);
    void signIn(passkey);
  });
  useEffect(() => {
    if (!isSignedOut || !('PublicKeyCredential' in window)) return;
    offer();
    const timer = setTimeout(again, RENEW_MS);
    return () => clearTimeout(timer);
  }, [isSignedOut, round]);
  return {
    isOffered,
    /** Opens the browser's dialog, which ends the suggestions until it is closed. */
    choose: () => void signIn(choosePasskey('dialog', setOffered).finally(again)),
  };
};
