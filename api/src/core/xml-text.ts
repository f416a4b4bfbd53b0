/** Characters that XML 1.0 doesn't allow, not even escaped: https://www.w3.org/TR/xml/#charsets */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** White space is escaped where a parser would normalize it. */
export const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

export const withoutControls = (text: string): string => text.replace(FORBIDDEN, '');

/** Escapes text for XML and HTML, also for attributes. */
export const escapeXml = (text: string): string =>
  withoutControls(text).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
