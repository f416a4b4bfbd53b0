/** What XML 1.0 can't hold, not even escaped: https://www.w3.org/TR/xml/#charsets */
const UNSPEAKABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text without the characters that XML can't hold. */
export const withoutControls = (text: string): string => text.replace(UNSPEAKABLE, '');

/** Text as it stands in XML and HTML, also in an attribute. */
export const escapeXml = (text: string): string =>
  withoutControls(text).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
