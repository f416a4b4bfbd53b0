import { closest, distance } from 'fastest-levenshtein';

interface Settings {
  /** The names of the variables that are set. */
  readonly set: readonly string[];
  readonly known: readonly string[];
  readonly production: boolean;
  readonly isLocal: boolean;
  readonly publicUrl: string;
  readonly trustedProxies: number;
}

/** Shorter names, e.g. those of a shell, are similar by chance. */
const MIN_LENGTH = 6;
const MAX_DISTANCE = 2;
const MIN_ABBREVIATION = 8;

/** Returns the known variable that a name is probably a misspelling or an abbreviation of. */
const meantBy = (name: string, known: readonly string[]): string | undefined => {
  if (name.length < MIN_LENGTH || known.includes(name)) return undefined;
  const nearest = closest(name, known);
  if (distance(name, nearest) <= MAX_DISTANCE) return nearest;
  return name.length < MIN_ABBREVIATION
    ? undefined
    : known.find((variable) => variable.startsWith(name));
};

/** Warnings about valid but probably unintended settings, one line each. */
export const configWarnings = (settings: Settings): string[] => {
  const { set, known, production, isLocal, publicUrl, trustedProxies } = settings;
  const misspelt = set.flatMap((name) => {
    const meant = meantBy(name, known);
    return meant === undefined ? [] : [`${name} is not a known variable; did you mean ${meant}?`];
  });
  const unused = set
    .filter((name) => isLocal && known.includes(name) && /^GITHUB_(TOKEN|APP_|WEBHOOK)/.test(name))
    .map((name) => `${name} has no effect without CONTENT_REPOSITORY; content is kept in DATA_DIR`);
  const unsafe = [
    production && isLocal
      ? 'Content is kept in DATA_DIR, which must persist between deployments'
      : undefined,
    production && publicUrl.startsWith('http:')
      ? 'PUBLIC_URL begins with http:, so passwords and sessions are sent unencrypted'
      : undefined,
    // This process speaks only http.
    publicUrl.startsWith('https:') && trustedProxies === 0
      ? 'PUBLIC_URL begins with https:, but TRUST_PROXY is 0: all visitors count as one, so anybody can lock out the administrator; set it to the number of proxies in front'
      : undefined,
  ];
  return [...misspelt, ...unused, ...unsafe.filter((line) => line !== undefined)];
};
