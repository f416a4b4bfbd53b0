import { closest, distance } from 'fastest-levenshtein';

interface Given {
  /** The names of the variables that are set. */
  readonly set: readonly string[];
  /** The names that mean something here. */
  readonly known: readonly string[];
  readonly production: boolean;
  readonly isLocal: boolean;
  readonly publicUrl: string;
}

/** Shorter names, such as those of a shell, are similar by chance. */
const MIN_LENGTH = 6;
const MAX_DISTANCE = 2;
const MIN_ABBREVIATION = 8;

/** The variable that another one is a misspelling or an abbreviation of. */
const meantBy = (name: string, known: readonly string[]): string | undefined => {
  if (name.length < MIN_LENGTH || known.includes(name)) return undefined;
  const nearest = closest(name, known);
  if (distance(name, nearest) <= MAX_DISTANCE) return nearest;
  return name.length < MIN_ABBREVIATION ? undefined : known.find((it) => it.startsWith(name));
};

/** What is allowed, but hardly meant; a line for each. */
export const configWarnings = (given: Given): string[] => {
  const { set, known, production, isLocal, publicUrl } = given;
  const misspelt = set.flatMap((name) => {
    const meant = meantBy(name, known);
    return meant === undefined ? [] : [`${name} means nothing here; ${meant} is a variable`];
  });
  const unused = set
    .filter((name) => isLocal && known.includes(name) && /^GITHUB_(TOKEN|APP_|WEBHOOK)/.test(name))
    .map((name) => `${name} has no effect without CONTENT_REPOSITORY; content is kept in DATA_DIR`);
  const unsafe = [
    production && isLocal
      ? 'Content is kept in DATA_DIR, which has to outlive each deployment'
      : undefined,
    production && publicUrl.startsWith('http:')
      ? 'PUBLIC_URL begins with http:, so passwords and sessions travel unencrypted'
      : undefined,
  ];
  return [...misspelt, ...unused, ...unsafe.filter((line) => line !== undefined)];
};
