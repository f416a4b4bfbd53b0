import { compare, hash, truncates } from 'bcryptjs';

/** About half a second on a small server: slow for a guesser, bearable at a sign-in. */
const COST = 12;

/** bcrypt reads no more than 72 bytes of a password, so a longer one is refused. */
class PasswordTooLong extends Error {
  readonly code = 'PasswordTooLong';
  constructor() {
    super('The password is longer than 72 bytes, of which bcrypt would ignore the rest');
  }
}

/** The bcrypt hash of a password. Throws `PasswordTooLong`. */
export const hashPassword = async (password: string): Promise<string> => {
  if (truncates(password)) throw new PasswordTooLong();
  return hash(password, COST);
};

export interface Administrator {
  readonly email: string;
  /** bcrypt. */
  readonly passwordHash: string;
}

/**
 * Whether these are the administrator's credentials. An unknown email takes as long as a wrong
 * password, so that the time taken doesn't show which it was.
 */
export const isAdministrator = async (
  { email, passwordHash }: Administrator,
  given: { readonly email: string; readonly password: string },
): Promise<boolean> => {
  const passwordMatches = await compare(given.password, passwordHash);
  return passwordMatches && given.email.toLowerCase() === email.toLowerCase();
};
