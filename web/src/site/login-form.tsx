import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { credentialsSchema, failureMessages, validate, type Issue } from 'content-schema';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form/form.tsx';
import { TextField } from '../ui/form/field.tsx';
import { Problem } from '../ui/messages.tsx';
import { messageOf, request } from '../data/request.ts';
import type { Session, SignIn } from '../data/use-session.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './login-form.module.css';

/** A challenge of the server is valid for five minutes. */
const RENEW_MS = 4 * 60_000;

/** The browser's own question was closed, or another one has replaced it. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name);

/** Resolves to undefined if the site has no passkey, or the user chooses none. */
const choosePasskey = async (
  from: 'autofill' | 'dialog',
  onChecked: (hasPasskeys: boolean) => void,
): Promise<SignIn | undefined> => {
  const { response } = await request('POST /auth/passkeys/options');
  onChecked(response !== undefined);
  if (!response) return undefined;
  const optionsJSON = response as PublicKeyCredentialRequestOptionsJSON;
  const library = await import('@simplewebauthn/browser');
  const useBrowserAutofill = from === 'autofill';
  if (useBrowserAutofill && !(await library.browserSupportsWebAuthnAutofill())) return undefined;
  try {
    const body = await library.startAuthentication({ optionsJSON, useBrowserAutofill });
    return () => request('POST /auth/passkeys/login', { body });
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
};

/**
 * Offers passkeys in the suggestions of the email field, if there are any and the browser can.
 *
 * @param signIn called with the choice of a passkey, which may never be made.
 */
const usePasskeySignIn = (
  isSignedOut: boolean,
  signIn: (chosen: Promise<SignIn | undefined>) => Promise<void>,
) => {
  const [isOffered, setOffered] = useState(false);
  const [round, setRound] = useState(0);
  const again = () => setRound((last) => last + 1);
  const offer = useEffectEvent(() => {
    const passkey = choosePasskey('autofill', setOffered).catch(() => undefined);
    void signIn(passkey);
  });
  useEffect(() => {
    if (!isSignedOut || !('PublicKeyCredential' in window)) return;
    offer();
    const timer = setTimeout(again, RENEW_MS);
    return () => clearTimeout(timer);
  }, [isSignedOut, round]);
  return {
    isOffered,
    /** Opens the browser's dialog, which ends the suggestions until it is closed. */
    choose: () => void signIn(choosePasskey('dialog', setOffered).finally(again)),
  };
};

interface LoginFormProps {
  readonly session: Session;
  readonly login: (signIn: SignIn) => Promise<unknown>;
  /** The email of the administrator who should sign in again. */
  readonly knownEmail?: string;
  /** The token of a link that signs in once. */
  readonly link?: string | undefined;
  /** A button beside "Sign in". */
  readonly action?: ReactNode;
}

interface Attempt {
  readonly pending: boolean;
  readonly rejections: number;
  readonly issues: readonly Issue[];
  readonly failure?: string;
}

const FAILED = `${failureMessages.logIn}. Please try again.`;

const buttonText = (checking: boolean, signingIn: boolean): string => {
  if (checking) return 'Checking session…';
  return signingIn ? 'Signing in…' : 'Sign in';
};

export const LoginForm = (props: LoginFormProps) => {
  const { session, login, knownEmail = '', link: token, action } = props;
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const [attempt, setAttempt] = useState<Attempt>({ pending: false, rejections: 0, issues: [] });
  const { pending, rejections, issues } = attempt;
  const checking = session.state === 'checking';
  const failure = attempt.failure ?? (session.state === 'signed-out' ? session.error : undefined);

  // Text typed before the code had loaded is only in the input elements, not in React's state.
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  useEffect(() => {
    const [typedEmail, typedPassword] = form.current?.querySelectorAll('input') ?? [];
    if (typedEmail?.value) setEmail(typedEmail.value);
    if (typedPassword?.value) setPassword(typedPassword.value);
    const isComplete = Boolean(typedEmail?.value && typedPassword?.value);
    isSent.current = isComplete && form.current?.dataset['sent'] !== undefined;
  }, []);

  // Submits a form that was submitted before the code had loaded, see `load-late.ts`.
  useEffect(() => {
    if (checking || !isSent.current || email === '' || password === '') return;
    isSent.current = false;
    form.current?.requestSubmit();
  }, [checking, email, password]);

  const signIn = async (chosen: Promise<SignIn | undefined>) => {
    try {
      const call = await chosen;
      if (!call) return;
      setAttempt({ pending: true, rejections, issues: [] });
      await login(call);
    } catch (error) {
      setAttempt({ pending: false, rejections, issues: [], failure: messageOf(error, FAILED) });
    }
  };

  const signInBy = (call: SignIn) => void signIn(Promise.resolve(call));
  const passkeys = usePasskeySignIn(session.state === 'signed-out', signIn);

  const submit = () => {
    if (pending || checking) return;
    const credentials = validate(credentialsSchema, { email, password });
    if (!credentials.valid) {
      setAttempt({ pending: false, rejections: rejections + 1, issues: credentials.issues });
      return;
    }
    const body = credentials.value;
    signInBy(() => request('POST /auth/login', { body }));
  };

  return (
    <Form ref={form} className="stack-5" issues={issues} rejections={rejections} onSubmit={submit}>
      <TextField
        path="email"
        label="Email"
        type="email"
        autoComplete="username webauthn"
        value={email}
        onChange={setEmail}
      />
      <TextField
        path="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      {failure !== undefined && <Problem>{failure}</Problem>}
      <div className={classNames('cluster-3', styles.actions)}>
        <Button variant="primary" type="submit" pending={checking || pending}>
          {buttonText(checking, pending)}
        </Button>
        {token !== undefined && (
          <Button onClick={() => signInBy(() => request('POST /auth/link', { body: { token } }))}>
            Sign in with this link
          </Button>
        )}
        {passkeys.isOffered && <Button onClick={passkeys.choose}>Sign in with a passkey</Button>}
        {action}
      </div>
    </Form>
  );
};
