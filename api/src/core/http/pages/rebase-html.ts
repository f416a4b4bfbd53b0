const ATTRIBUTE = /(\s([\w-]+)=")([^"]*)/g;
const WITH_ADDRESS = /^(?:href|src|poster|action|value)$/i;

/** Replaces the addresses in elements of a page, also those in a `srcset`; they stay escaped. */
export const mapAddresses = (
  html: string,
  map: (address: string) => string,
  elements = 'a|img|source|video|form',
): string => {
  const tag = new RegExp(`<(?:${elements})(?:\\s+[\\w-]+(?:="[^"]*")?)+\\s*/?>`, 'gi');
  return html.replace(tag, (element) =>
    element.replace(ATTRIBUTE, (all, start: string, name: string, value: string) => {
      if (WITH_ADDRESS.test(name)) return start + map(value);
      if (!/^srcset$/i.test(name)) return all;
      return start + value.replace(/(?<=^|,\s*)[^\s,]+/g, (address) => map(address));
    }),
  );
};

/** Prefixes the URLs of this site in a page with `base`, except those that have it already. */
export const rebaseHtml = (html: string, base: string): string =>
  mapAddresses(html, (address) => {
    const isOwn = address.startsWith('/') && !address.startsWith('//');
    return !isOwn || address.startsWith(`${base}/`) || address === base ? address : base + address;
  });
