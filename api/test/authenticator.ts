import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

interface Faults {
  /** The page that asks; by default that of the tests' servers. */
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the user is only present, without a fingerprint or PIN. */
  readonly unverified?: boolean;
  readonly userHandle?: string;
  readonly counter?: number;
}

/** An authenticator with one passkey, whose signatures are real. */
export const createAuthenticator = ({ counts = true } = {}) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let user = '';

  const authData = (faults: Faults, flags: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    if (counts) counter += 1;
    count.writeUInt32BE(faults.counter ?? counter);
    const verified = faults.unverified === true ? 0 : USER_VERIFIED;
    const flagByte = Buffer.from([USER_PRESENT | verified | flags]);
    return Buffer.concat([sha256(faults.rpId ?? 'localhost'), flagByte, count, attested]);
  };

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        ...{ type, challenge, origin: faults.origin ?? 'http://localhost:3000' },
        crossOrigin: false,
      }),
    );

  const credential = <Response>(response: Response) => ({
    ...{ id: base64url(id), rawId: base64url(id), type: 'public-key' as const },
    ...{ clientExtensionResults: {}, response },
  });

  return {
    id: base64url(id),

    create: (
      { challenge, user: { id: userId } }: PublicKeyCredentialCreationOptionsJSON,
      faults: Faults = {},
    ): RegistrationResponseJSON => {
      user = userId;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<never, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<never, never>()],
          ['authData', new Uint8Array(authData(faults, HAS_KEY, attested))],
        ]),
      );
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, faults)),
        attestationObject: base64url(attestation),
      });
    },

    get: (
      { challenge }: PublicKeyCredentialRequestOptionsJSON,
      faults: Faults = {},
    ): AuthenticationResponseJSON => {
      const data = authData(faults, 0);
      const client = clientData('webauthn.get', challenge, faults);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: faults.userHandle ?? user,
      });
    },
  };
};
