import { generateKeyPairSync } from 'node:crypto';

/** Returns the keys of an App, in the format in which GitHub issues them. */
export const makeAppKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
