import * as v from 'valibot';
import { line, record, text, trimmedText } from '../fields/schema.ts';
import type { Call } from './call.ts';

export const credentialsMessages = { required: 'Email and password are required.' } as const;

const credential = v.pipe(v.optional(trimmedText(), ''), v.nonEmpty(credentialsMessages.required));

export const credentialsSchema = record({ email: credential, password: credential });

export type Credentials = v.InferOutput<typeof credentialsSchema>;

/** `POST /api/auth/login` and `GET /api/auth/me`. */
export interface User {
  readonly email: string;
  /** The address of the public site, if another generator publishes it. */
  readonly publishedAt?: string;
}

/** `GET /api/auth/account`. All times are ISO dates. */
export interface AccountResponse {
  readonly passkeys: readonly PasskeySummary[];
  /** The only origin at which passkeys work. */
  readonly publicUrl: string;
  /** Whether the password can be changed here; it can't where a variable sets its hash. */
  readonly canChangePassword: boolean;
  /** Whether the email can be; it can't where a variable sets it or the password's hash. */
  readonly canChangeEmail: boolean;
}

export interface PasskeySummary {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  /** Absent if it was never used. */
  readonly usedAt?: string;
}

const PASSKEY_NAME_MAX = 60;

const passkeyName = () =>
  v.pipe(line('The name', PASSKEY_NAME_MAX), v.nonEmpty('Give the passkey a name'));

export const currentPassword = () =>
  v.pipe(trimmedText(), v.nonEmpty('Enter your current password'));

/** `POST /api/auth/passkeys/new`: the request for the options of a new passkey. */
export const newPasskeySchema = record({ password: currentPassword(), name: passkeyName() });

export const renamePasskeySchema = record({ name: passkeyName() });

/** Of calls that need no more than the password: what they remove is in their address. */
export const passwordSchema = record({ password: currentPassword() });

export type PasswordRequest = v.InferOutput<typeof passwordSchema>;

/** What a browser returns about a passkey; what is in it is checked when it is verified. */
export const passkeyResponseSchema: v.GenericSchema<object> = v.looseObject({
  id: text(),
  response: v.looseObject({ clientDataJSON: text() }),
});

export const addPasskeySchema = record({ name: passkeyName(), passkey: passkeyResponseSchema });

/** `POST /api/auth/link`: the token of a link that `npm run doctor -- --sign-in` prints. */
export const signInLinkSchema = record({ token: text() });

const PASSWORD_MIN = 8;
/** bcrypt ignores the rest. */
const PASSWORD_MAX_BYTES = 72;

export const changePasswordSchema = record({
  password: currentPassword(),
  newPassword: v.pipe(
    trimmedText(),
    v.minLength(PASSWORD_MIN, `The new password needs at least ${PASSWORD_MIN} characters`),
    v.check(
      (value) => new TextEncoder().encode(value.normalize('NFC')).length <= PASSWORD_MAX_BYTES,
      `The new password must be ${PASSWORD_MAX_BYTES} bytes or fewer; a letter with an accent has two`,
    ),
  ),
});

export const passwordIsSet =
  'The variable ADMIN_PASSWORD_HASH sets the password: make another hash with npm run hash-password, change the variable and start the site again.';

export const changeEmailSchema = record({
  password: currentPassword(),
  email: v.pipe(line('The email', 254), v.rfcEmail('Enter a valid email address')),
});

export const emailIsSet = 'Variables set the sign-in: change ADMIN_EMAIL and start the site again.';

/** The calls below `/api/auth`. Options of passkeys are those of WebAuthn, as JSON. */
export interface AccountCalls {
  'POST /auth/login': Call<User, Credentials>;
  'POST /auth/logout': Call<undefined>;
  'GET /auth/me': Call<User>;
  /** The response is undefined (status 204) if the site has no passkey. */
  'POST /auth/passkeys/options': Call<object | undefined>;
  'POST /auth/passkeys/login': Call<User, object>;
  'POST /auth/link': Call<User, v.InferInput<typeof signInLinkSchema>>;
  'GET /auth/account': Call<AccountResponse>;
  'PUT /auth/email': Call<undefined, v.InferInput<typeof changeEmailSchema>>;
  'PUT /auth/password': Call<undefined, v.InferInput<typeof changePasswordSchema>>;
  'POST /auth/passkeys/new': Call<object, v.InferInput<typeof newPasskeySchema>>;
  'POST /auth/passkeys': Call<undefined, v.InferInput<typeof addPasskeySchema>>;
  'PATCH /auth/passkeys/{id}': Call<undefined, v.InferInput<typeof renamePasskeySchema>>;
  'DELETE /auth/passkeys/{id}': Call<undefined, PasswordRequest>;
}
