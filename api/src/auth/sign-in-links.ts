import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { createSignatures } from '../signatures.ts';
import type { RevokedSessions } from './revoked-sessions.ts';

export const LINK_MINUTES = 10;

/** The purpose of the links that `makeSignInLink` makes. */
export const SIGN_IN_LINKS = 'sign-in links';

/** `made` is in milliseconds since 1970. */
const tokenSchema = v.looseObject({ id: v.string(), made: v.number() });

const newToken = (data: Readonly<Record<string, string>> = {}) => ({
  ...{ ...data, id: randomUUID(), made: Date.now() },
});

/**
 * Makes a link for an administrator who has lost the password and all passkeys. The token is in the
 * fragment, which browsers send to no server, so that no log contains it.
 */
export const makeSignInLink = (secrets: readonly string[], publicUrl: string): string => {
  const token = createSignatures(secrets, SIGN_IN_LINKS).seal(newToken());
  return `${publicUrl}/login#sign-in=${token}`;
};

export type SingleUseTokens = ReturnType<typeof createSingleUseTokens>;

/** Creates tokens for one purpose. */
export const createSingleUseTokens = (
  secrets: readonly string[],
  revoked: Pick<RevokedSessions, 'refresh' | 'has' | 'useOnce'>,
  purpose: string,
) => {
  const signatures = createSignatures(secrets, purpose);
  return {
    make: (data: Readonly<Record<string, string>>): string => signatures.seal(newToken(data)),

    /**
     * Uses a token, and resolves to its data; undefined if it is not valid, was used, is over
     * `LINK_MINUTES` old, or was made before all sessions were ended. Rejects when the use can't be
     * stored.
     */
    use: async (token: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
      const { success, output } = v.safeParse(tokenSchema, signatures.open(token));
      if (!success) return undefined;
      const { id, made } = output;
      const expires = made + LINK_MINUTES * 60_000;
      if (expires <= Date.now()) return undefined;
      await revoked.refresh();
      const isFirst = !revoked.has({ id, begunAt: made }) && (await revoked.useOnce(id, expires));
      return isFirst ? output : undefined;
    },
  };
};
