import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { createSignatures } from '../signatures.ts';
import type { RevokedSessions } from './revoked-sessions.ts';

export const LINK_MINUTES = 10;

/** `made` is in milliseconds since 1970. */
const linkSchema = v.object({ id: v.string(), made: v.number() });

const signaturesOf = (secrets: readonly string[]) => createSignatures(secrets, 'sign-in links');

/**
 * Makes a link for an administrator who has lost the password and all passkeys. The token is in the
 * fragment, which browsers send to no server, so that no log contains it.
 */
export const makeSignInLink = (secrets: readonly string[], publicUrl: string): string => {
  const token = signaturesOf(secrets).seal({ id: randomUUID(), made: Date.now() });
  return `${publicUrl}/login#sign-in=${token}`;
};

export type SignInLinks = ReturnType<typeof createSignInLinks>;

export const createSignInLinks = (
  secrets: readonly string[],
  revoked: Pick<RevokedSessions, 'refresh' | 'has' | 'useOnce'>,
) => ({
  /**
   * Uses the token of a link. Resolves to false if it is not valid, was used, or was made before
   * all sessions were ended. Rejects when the use can't be stored.
   */
  use: async (token: string): Promise<boolean> => {
    const link = v.safeParse(linkSchema, signaturesOf(secrets).open(token));
    if (!link.success) return false;
    const { id, made } = link.output;
    const expires = made + LINK_MINUTES * 60_000;
    if (expires <= Date.now()) return false;
    await revoked.refresh();
    return !revoked.has({ id, begunAt: made }) && revoked.useOnce(id, expires);
  },
});
