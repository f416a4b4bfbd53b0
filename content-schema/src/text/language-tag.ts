/** Returns a BCP 47 tag in its usual case; undefined if there is no such language. */
export const languageTag = (text: string): string | undefined => {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text);
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) && tag;
  } catch {
    return undefined;
  }
};
