const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const BARE_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#].*)?$/i;

/**
 * The http(s) address a person meant by `typed`: `github.com/ada` stands for
 * `https://github.com/ada`. Undefined when it is none, so that no other scheme reaches a link.
 */
export const toWebAddress = (typed: string): string | undefined => {
  const text = typed.trim();
  const candidate = !SCHEME.test(text) && BARE_HOST.test(text) ? `https://${text}` : text;
  if (!/^https?:\/\//i.test(candidate) || !URL.canParse(candidate)) return undefined;
  return candidate;
};
