const TAG = /<(?:a|img|source|video|form)(?:\s+[\w-]+(?:="[^"]*")?)+\s*\/?>/gi;
const ADDRESS = /(\s(?:href|src|poster|action)=")(\/[^"]*)/g;
const SOURCE_SET = /(\ssrcset=")([^"]*)"/i;

/** Prefixes the URLs of this site in a page with `base`, except those that have it already. */
export const rebaseHtml = (html: string, base: string): string => {
  const isElsewhere = (address: string) =>
    address.startsWith('//') || address.startsWith(`${base}/`) || address === base;
  const rebased = (address: string) => (isElsewhere(address) ? address : base + address);
  const rebasedSet = (set: string) =>
    set.replace(/(^|,\s*)(\/[^\s,]*)/g, (_, before: string, url: string) => before + rebased(url));
  return html.replace(TAG, (tag) =>
    tag
      .replace(ADDRESS, (_, start: string, address: string) => start + rebased(address))
      .replace(SOURCE_SET, (_, start: string, set: string) => `${start}${rebasedSet(set)}"`),
  );
};
