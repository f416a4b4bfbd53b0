import { compareSync, hash, truncates } from 'bcryptjs';

/** About a third of a second on a small server: slow for a guesser, bearable at a sign-in. */
const COST = 12;

/** bcrypt reads no more than 72 bytes of a password, so a longer one is refused. */
class PasswordTooLong extends Error {
  readonly code = 'PasswordTooLong';
  constructor() {
    super('The password is longer than 72 bytes, of which bcrypt would ignore the rest');
  }
}

/** The same letters can be typed as different bytes: `é` is one character or two. */
const normalize = (password: string): string => password.normalize('NFC');

/** The bcrypt hash of a password. Throws `PasswordTooLong`. */
export const hashPassword = async (password: string): Promise<string> => {
  const normalized = normalize(password);
  if (truncates(normalized)) throw new PasswordTooLong();
  return hash(normalized, COST);
};

export interface Comparison {
  readonly password: string;
  /** bcrypt. */
  readonly passwordHash: string;
}

/**
 * Whether the hash is that of the password; never of one that is too long. Holds up the thread that
 * it runs in.
 */
export const comparePassword = ({ password, passwordHash }: Comparison): boolean => {
  const normalized = normalize(password);
  return !truncates(normalized) && compareSync(normalized, passwordHash);
};

export interface Administrator {
  readonly email: string;
  /** bcrypt. */
  readonly passwordHash: string;
}

/**
 * Whether these are the administrator's credentials, as `compare` says of the password. An unknown
 * email takes as long as a wrong password, so that the time taken doesn't show which it was.
 */
export const isAdministrator = async (
  { email, passwordHash }: Administrator,
  given: { readonly email: string; readonly password: string },
  compare: (comparison: Comparison) => Promise<boolean>,
): Promise<boolean> => {
  const passwordMatches = await compare({ password: given.password, passwordHash });
  return passwordMatches && given.email.toLowerCase() === email.toLowerCase();
};
