/** Decodes a part of a URL; unchanged if it can't be decoded, as `%FF`. */
export const decodeAddress = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const BARE_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#].*)?$/i;

/**
 * Returns the http(s) URL for what was typed: `github.com/ada` becomes `https://github.com/ada`.
 * Undefined for anything else, so that no other scheme gets into a link.
 */
export const toWebAddress = (typed: string): string | undefined => {
  const text = typed.trim();
  const candidate = !SCHEME.test(text) && BARE_HOST.test(text) ? `https://${text}` : text;
  if (!/^https?:\/\//i.test(candidate) || !URL.canParse(candidate)) return undefined;
  return candidate;
};

/**
 * Returns the path of a page for comparisons: without the host, the query, letter case, and what
 * addresses of pages end in (`/`, `.html`, `/index.html`). Undefined for another kind of URL.
 */
export const addressKey = (address: string): string | undefined => {
  if (!URL.canParse(address, 'http://any.invalid')) return undefined;
  const { protocol, pathname } = new URL(address, 'http://any.invalid');
  if (!/^https?:$/.test(protocol)) return undefined;
  const path = decodeAddress(pathname).normalize().toLowerCase().replace(/\/+/g, '/');
  return path.replace(/(?:\.html?)?\/?$/, '').replace(/(?:\/index)?$/, '') || '/';
};
