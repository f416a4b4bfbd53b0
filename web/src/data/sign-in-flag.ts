import { readStored, writeStored } from './browser-storage.ts';

/**
 * Set when the administrator signs in with this browser. It is not secret, and no proof of a
 * session. Without storage, public pages show no edit links.
 */
const KEY = 'signed-in';

export const mayBeSignedIn = (): boolean => readStored(KEY) !== null;

export const rememberSignIn = (isSignedIn: boolean): void =>
  writeStored(KEY, isSignedIn ? '' : null);
