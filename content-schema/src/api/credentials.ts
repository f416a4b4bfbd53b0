import * as v from 'valibot';
import { record, trimmedText } from '../fields/schema.ts';

export const credentialsMessages = {
  required: 'Email and password are required.',
} as const;

const credential = v.pipe(v.optional(trimmedText(), ''), v.nonEmpty(credentialsMessages.required));

/** What the login form sends; both values are trimmed and required. */
export const credentialsSchema = record({ email: credential, password: credential });

export type Credentials = v.InferOutput<typeof credentialsSchema>;
