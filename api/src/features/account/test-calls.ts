import type { Examples } from '../../../test/calls.ts';
import { ADMIN_PASSWORD } from '../../../test/run-app.ts';

const PASSKEY = { id: 'one', response: { clientDataJSON: '' } };

export const EXAMPLES: Examples = {
  'POST /api/auth/link': { json: () => ({ token: 'forged' }), status: 403 },
  'PUT /api/auth/password': {
    json: () => ({ password: ADMIN_PASSWORD, newPassword: ADMIN_PASSWORD }),
    status: 400,
  },
  'PUT /api/auth/email': {
    json: () => ({ password: ADMIN_PASSWORD, email: 'ada@example.org' }),
    status: 400,
  },
  'POST /api/auth/passkeys/options': { status: 204 },
  // The requests of `passkeys.test.ts` succeed; a signature is valid once.
  'POST /api/auth/passkeys/login': { json: () => PASSKEY, status: 401 },
  'POST /api/auth/passkeys/new': { json: () => ({ name: 'Laptop', password: ADMIN_PASSWORD }) },
  'POST /api/auth/passkeys': { json: () => ({ name: 'Laptop', passkey: PASSKEY }), status: 400 },
  'PATCH /api/auth/passkeys/{id}': { json: () => ({ name: 'Phone' }), status: 204 },
  'DELETE /api/auth/passkeys/{id}': { json: () => ({ password: ADMIN_PASSWORD }), status: 204 },
};
