import * as v from 'valibot';
import { optionalText, record } from './text.ts';
import { rules } from './rule.ts';

export const credentialsMessages = {
  required: 'Email and password are required.',
} as const;

/** What the login form sends; both values are trimmed and required. */
export const credentialsSchema = v.pipe(
  record({ email: optionalText(), password: optionalText() }),
  rules(
    { path: 'email', message: credentialsMessages.required, broken: ({ email }) => email === '' },
    {
      path: 'password',
      message: credentialsMessages.required,
      broken: ({ password }) => password === '',
    },
  ),
);

export type Credentials = v.InferOutput<typeof credentialsSchema>;
