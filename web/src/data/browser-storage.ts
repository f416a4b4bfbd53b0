/** The text stored under a key; null without one, or where the browser blocks storage. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Stores a text, or removes it if it is null; does nothing where the browser blocks storage. */
export const writeStored = (key: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // What is stored this way is not essential.
  }
};
