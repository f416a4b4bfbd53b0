import * as v from 'valibot';
import { group, text, type ValueOf } from '../fields/fields.ts';
import { checkRules, schemaOf } from '../fields/schema.ts';

export const credentialsMessages = {
  required: 'Email and password are required.',
} as const;

const credentialsFields = group({ email: text('Email'), password: text('Password') });

export interface Credentials extends ValueOf<typeof credentialsFields> {}

/** What the login form sends; both values are trimmed and required. */
export const credentialsSchema = v.pipe(
  schemaOf(credentialsFields),
  checkRules<Credentials>(({ email, password }) => [
    [email === '', 'email', credentialsMessages.required],
    [password === '', 'password', credentialsMessages.required],
  ]),
);
