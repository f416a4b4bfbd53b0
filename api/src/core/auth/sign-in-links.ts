import { createSignatures } from '../signatures.ts';
import type { AuthState } from './auth-state.ts';

export const LINK_MINUTES = 10;

export const SIGN_IN_LINKS = 'sign-in links';

const expiryOfLink = (): number => Date.now() + LINK_MINUTES * 60_000;

/** The token is in the fragment, which browsers send to no server, so that no log contains it. */
export const makeSignInLink = (secrets: readonly string[], publicUrl: string): string => {
  const token = createSignatures(secrets, SIGN_IN_LINKS).seal({}, expiryOfLink());
  return `${publicUrl}/login#sign-in=${token}`;
};

export const createSingleUseTokens = (
  secrets: readonly string[],
  state: AuthState,
  purpose: string,
) => {
  const signatures = createSignatures(secrets, purpose);
  return {
    make: (data: Readonly<Record<string, string>>): string => signatures.seal(data, expiryOfLink()),

    /**
     * Resolves to the data of a token; undefined if it is invalid, was used, is over `LINK_MINUTES`
     * old, or older than the end of all sessions. Rejects when the use can't be stored.
     */
    use: async (token: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
      const opened = signatures.open(token);
      if (!opened) return undefined;
      return (await state.useOnce(opened, opened.expires)) ? opened.data : undefined;
    },
  };
};
