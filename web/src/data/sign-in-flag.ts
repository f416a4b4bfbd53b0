/**
 * Set when the administrator signs in with this browser. It is not secret, and no proof of a
 * session.
 */
const KEY = 'signed-in';

/** Also false where the browser blocks storage. */
export const mayBeSignedIn = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

/** Sets or clears the flag; does nothing where the browser blocks storage. */
export const rememberSignIn = (isSignedIn: boolean): void => {
  try {
    if (isSignedIn) localStorage.setItem(KEY, '');
    else localStorage.removeItem(KEY);
  } catch {
    // Public pages then show no edit links.
  }
};
