import { compareSync, hash, truncates } from 'bcryptjs';

/** A third of a second on a small server: slow for guessing, acceptable for signing in. */
const COST = 12;

/** The same letters can be typed as different bytes: `é` is one character or two. */
const normalize = (password: string): string => password.normalize('NFC');

/** The bcrypt hash of a password. Throws if it is longer than 72 bytes. */
export const hashPassword = async (password: string, cost = COST): Promise<string> => {
  const normalized = normalize(password);
  if (truncates(normalized)) {
    throw new Error('The password is longer than 72 bytes, of which bcrypt would ignore the rest');
  }
  return hash(normalized, cost);
};

export interface Comparison {
  readonly password: string;
  /** bcrypt. */
  readonly passwordHash: string;
}

/** Whether the password matches; false if it is too long. Blocks its thread. */
export const comparePassword = ({ password, passwordHash }: Comparison): boolean => {
  const normalized = normalize(password);
  return !truncates(normalized) && compareSync(normalized, passwordHash);
};

/** The owner's email and password, which can change. */
export interface Administrator {
  readonly email: string;
  /** bcrypt. */
  readonly passwordHash: string;
  /** Reads them again, which another process may have changed. Absent if a variable sets it. */
  readonly refresh?: () => Promise<void>;
}
