const DAY_MS = 24 * 60 * 60 * 1000;
/** Less than a year, as https://www.rfc-editor.org/rfc/rfc9116#section-2.5.5 recommends. */
const GOOD_FOR_DAYS = 180;

/** Returns the content of security.txt, which is the same all day. */
export const securityContact = (origin: string, email: string, now: Date): string => {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return [
    // Escaped, so that it can't contain a line break; half a surrogate pair can't be escaped.
    `Contact: mailto:${encodeURI(email.toWellFormed())}`,
    `Expires: ${new Date(today + GOOD_FOR_DAYS * DAY_MS).toISOString()}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
};
