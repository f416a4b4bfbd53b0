import * as v from 'valibot';
import { record, text } from '../fields/schema.ts';

/** `GET /api/auth/account`. All times are ISO dates. */
export interface AccountResponse {
  readonly passkeys: readonly PasskeySummary[];
  /** The only origin at which passkeys work. */
  readonly publicUrl: string;
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
  v.pipe(
    text(),
    v.trim(),
    v.nonEmpty('Give the passkey a name'),
    v.maxLength(PASSKEY_NAME_MAX, `The name must be ${PASSKEY_NAME_MAX} characters or fewer`),
  );

const password = () => v.pipe(text(), v.trim(), v.nonEmpty('Enter your current password'));

/** `POST /api/auth/passkeys/new`: the request for the options of a new passkey. */
export const newPasskeySchema = record({ password: password(), name: passkeyName() });

export type NewPasskeyRequest = v.InferOutput<typeof newPasskeySchema>;

/** `PATCH /api/auth/passkeys/{id}`. */
export const renamePasskeySchema = record({ name: passkeyName() });

/** What a browser returns about a passkey; what is in it is checked when it is verified. */
export const passkeyResponseSchema = v.looseObject({
  id: text(),
  response: v.looseObject({ clientDataJSON: text() }),
});

/** `POST /api/auth/passkeys`. */
export const addPasskeySchema = record({ name: passkeyName(), passkey: passkeyResponseSchema });
