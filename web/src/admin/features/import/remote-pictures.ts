import { isImageAt, withoutSize, type PreviewedPost } from 'content-schema';

/** The https URL of an address in a text; undefined for those of this site, and of no site. */
const urlOf = (address: string): URL | undefined => {
  const plain = address.replaceAll('&amp;', '&').replace(/\\([\\()_*[\]])/g, '$1');
  const url = plain.replace(/^(?:https?:)?\/\//i, 'https://');
  return url.startsWith('https://') && URL.canParse(url) ? new URL(url) : undefined;
};

/**
 * Returns the URLs of pictures at other sites that texts show or link to, by their addresses there;
 * one for all sizes of a picture. If exports name `hosts` of their own, others are left out.
 */
export const remotePictures = (
  previews: readonly PreviewedPost[],
  hosts: readonly string[] = [],
): ReadonlyMap<string, string> => {
  const byOriginal = new Map<string, string>();
  return new Map(
    previews.flatMap(({ links, shown, covers }) => {
      const pictures = [...shown, ...covers.slice(0, 1)];
      return [...pictures, ...links].flatMap((address): [string, string][] => {
        const { href = '', hostname = '', pathname = '' } = urlOf(address) ?? {};
        const isPicture = isImageAt(pathname) || pictures.includes(address);
        const isAsked = hosts.length === 0 ? href !== '' : hosts.includes(hostname);
        if (!isPicture || !isAsked) return [];
        const url = byOriginal.get(withoutSize(href)) ?? href;
        byOriginal.set(withoutSize(href), url);
        return [[address, url]];
      });
    }),
  );
};

export const hostsOf = (urls: Iterable<string>): string[] => [
  ...new Set([...urls].map((url) => new URL(url).hostname)),
];
