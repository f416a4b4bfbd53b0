import { readStored, writeStored } from './browser-storage.ts';

/** Set when the administrator signs in with this browser: no secret, and no proof of a session. */
const KEY = 'signed-in';

export const mayBeSignedIn = (): boolean => readStored(KEY) !== null;

export const rememberSignIn = (isSignedIn: boolean): void =>
  writeStored(KEY, isSignedIn ? '' : null);
