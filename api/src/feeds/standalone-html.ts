const HEADING_ANCHOR = /<a class="heading-anchor" href="[^"]*" aria-label="[^"]*">#<\/a>/g;

/** A link or an image up to an address that is a path of this site or a place on the page. */
const OWN_ADDRESS = /(<(?:a|img)(?:\s+[\w-]+(?:="[^"]*")?)*?\s+(?:href|src)=")(\/(?!\/)|#)/g;

/**
 * A post's HTML as it can be read on another site: its links and images lead here.
 *
 * @param page the post's own address.
 */
export const standaloneHtml = (html: string, page: string): string => {
  const { origin } = new URL(page);
  return html
    .replace(HEADING_ANCHOR, '')
    .replace(OWN_ADDRESS, (_, before: string, start: string) =>
      start === '#' ? `${before}${page}#` : `${before}${origin}/`,
    );
};
