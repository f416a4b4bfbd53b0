const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Returns a BCP 47 tag in its usual case; undefined if there is no such language. */
export const languageTag = (text: string): string | undefined => {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text);
    return NAMES.of(tag) && tag;
  } catch {
    return undefined;
  }
};
