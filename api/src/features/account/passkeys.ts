import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Logger } from 'pino';
import { withEnded, type AuthState, type Passkey } from '../../core/auth/auth-state.ts';
import type { Administrator } from '../../core/auth/password.ts';
import type { Challenge } from '../../core/auth/sessions.ts';

/** The library takes 5 MB of code, which only those who have passkeys need. */
const loadLibrary = () => import('@simplewebauthn/server');

/** A passkey that is not accepted; the message is for the log. */
class PasskeyRefused extends Error {
  readonly code = 'PasskeyRefused';
}

/** There is one user, so the handle need not tell users apart, nor who it is. */
const USER_HANDLE = Buffer.from('administrator');

const MESSAGE_MAX = 200;

/** Converts what the library throws for each thing that is wrong. */
const refuse = (cause: unknown): never => {
  throw new PasskeyRefused(String(cause).slice(0, MESSAGE_MAX), { cause });
};

/**
 * The administrator's passkeys (https://www.w3.org/TR/webauthn-3/), of which only public keys are
 * stored. Those of another host than that of `publicUrl` don't work.
 */
export const createPasskeys = (
  state: AuthState,
  publicUrl: string,
  administrator: Administrator,
  log: Logger,
) => {
  const rpID = new URL(publicUrl).hostname;
  const expected = ({ value }: Challenge) => ({
    expectedChallenge: value,
    expectedOrigin: publicUrl,
    expectedRPID: rpID,
    requireUserVerification: true,
  });

  /** Changes the passkeys, and ends the challenge. Throws `PasskeyRefused` for a second use. */
  const answer = (
    { value, expires }: Challenge,
    edit: (passkeys: readonly Passkey[]) => Passkey[],
  ): Promise<void> =>
    state.change((current) => {
      if (value in current.ended) throw new PasskeyRefused('The challenge was used before');
      return { ...withEnded(current, value, expires), passkeys: edit(current.passkeys) };
    });

  const replace = (id: string, edit: (passkey: Passkey) => Passkey[]): Promise<void> =>
    state.change((current) => ({
      ...current,
      passkeys: current.passkeys.flatMap((each) => (each.id === id ? edit(each) : [each])),
    }));

  const list = async (): Promise<readonly Passkey[]> => {
    await state.refresh();
    return state.current().passkeys;
  };

  /** Resolves to whether `check` accepts the response to a challenge; logs why it does not. */
  const isAccepted = async (
    challenge: Challenge | undefined,
    check: (challenge: Challenge) => Promise<void>,
  ): Promise<boolean> => {
    try {
      if (!challenge) throw new PasskeyRefused('There is no challenge for this session');
      await check(challenge);
      return true;
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error;
      log.warn({ reason: error.message }, 'a passkey was refused');
      return false;
    }
  };

  return {
    list,

    creationOptions: async () =>
      (await loadLibrary()).generateRegistrationOptions({
        rpName: rpID,
        rpID,
        userName: administrator.email,
        userID: USER_HANDLE,
        excludeCredentials: (await list()).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    requestOptions: async () =>
      (await loadLibrary()).generateAuthenticationOptions({ rpID, userVerification: 'required' }),

    /** Adds a passkey unless it is refused, and resolves to whether. Rejects when it can't be stored. */
    add: (sent: Challenge | undefined, response: RegistrationResponseJSON, name: string) =>
      isAccepted(sent, async (challenge) => {
        const { verifyRegistrationResponse } = await loadLibrary();
        const input = { ...expected(challenge), response };
        const { registrationInfo } = await verifyRegistrationResponse(input).catch(refuse);
        if (!registrationInfo) throw new PasskeyRefused('The attestation is wrong');
        const { id, publicKey, counter } = registrationInfo.credential;
        const encodedKey = Buffer.from(publicKey).toString('base64url');
        await answer(challenge, (passkeys) => [
          ...passkeys.filter((other) => other.id !== id),
          { id, publicKey: encodedKey, counter, name, addedAt: Date.now() },
        ]);
      }),

    /** Resolves to whether a sign-in is accepted. Rejects when the use can't be stored. */
    use: (sent: Challenge | undefined, response: AuthenticationResponseJSON) =>
      isAccepted(sent, async (challenge) => {
        const passkey = (await list()).find(({ id }) => id === response.id);
        if (!passkey) throw new PasskeyRefused('There is no such passkey');
        if (response.response.userHandle !== USER_HANDLE.toString('base64url')) {
          throw new PasskeyRefused('The passkey is for another user');
        }
        const { id, counter } = passkey;
        const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
        const { verifyAuthenticationResponse } = await loadLibrary();
        const input = { ...expected(challenge), response, credential: { id, publicKey, counter } };
        const { verified, authenticationInfo } =
          await verifyAuthenticationResponse(input).catch(refuse);
        if (!verified) throw new PasskeyRefused('The signature is wrong');
        const { newCounter } = authenticationInfo;
        // Another instance may have removed or used the passkey a moment ago.
        await answer(challenge, (passkeys) => {
          const stored = passkeys.find((each) => each.id === id);
          if (!stored) throw new PasskeyRefused('The passkey was removed');
          const isCounted = newCounter > 0 || stored.counter > 0;
          if (isCounted && newCounter <= stored.counter) {
            throw new PasskeyRefused('The counter went back');
          }
          const used = { ...stored, counter: newCounter, usedAt: Date.now() };
          return passkeys.map((each) => (each === stored ? used : each));
        });
      }),

    /** Does nothing if there is no such passkey. Rejects when it can't be stored. */
    rename: (id: string, name: string) => replace(id, (passkey) => [{ ...passkey, name }]),
    remove: (id: string) => replace(id, () => []),
  };
};
