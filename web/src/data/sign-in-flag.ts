/** Whether the administrator signed in here: no secret, and no proof that there is a session still. */
const KEY = 'signed-in';

/** False also where the browser keeps nothing. */
export const mayBeSignedIn = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

/** Remembers it for later visits, as far as the browser keeps anything. */
export const rememberSignIn = (isSignedIn: boolean): void => {
  try {
    if (isSignedIn) localStorage.setItem(KEY, '');
    else localStorage.removeItem(KEY);
  } catch {
    // Public pages then offer no links to forms.
  }
};
