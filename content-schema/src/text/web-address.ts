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
