import { credentialsSchema, failureMessages, validate, type Issue } from 'content-schema';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form/form.tsx';
import { TextField } from '../ui/form/field.tsx';
import { Problem } from '../ui/messages.tsx';
import { messageOf, request } from '../data/request.ts';
import { usePasskeySignIn } from '../data/use-passkey-sign-in.ts';
import type { Session, SignIn } from '../data/use-session.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './login-form.module.css';

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
  const { session, login, knownEmail = '', link, action } = props;
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

  const passkeys = usePasskeySignIn(session.state === 'signed-out', signIn);

  const submit = () => {
    if (pending || checking) return;
    const credentials = validate(credentialsSchema, { email, password });
    if (!credentials.valid) {
      setAttempt({ pending: false, rejections: rejections + 1, issues: credentials.issues });
      return;
    }
    const body = credentials.value;
    void signIn(Promise.resolve(() => request('POST /auth/login', { body })));
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
        {link !== undefined && (
          <Button
            onClick={() =>
              void signIn(
                Promise.resolve(() => request('POST /auth/link', { body: { token: link } })),
              )
            }
          >
            Sign in with this link
          </Button>
        )}
        {passkeys.isOffered && <Button onClick={passkeys.choose}>Sign in with a passkey</Button>}
        {action}
      </div>
    </Form>
  );
};
