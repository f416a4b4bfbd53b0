import type { User } from 'content-schema';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeepSessionContext } from '../../../data/keep-session.ts';
import { isSignedOut } from '../../../data/request.ts';
import { useSession } from '../../../data/use-session.ts';
import { LoginForm } from '../../../site/login-form.tsx';
import { useNoOwnStyle } from '../../../site/own-style.ts';
import { MessageScreen } from '../../../ui/messages.tsx';
import { loginPath } from '../../../routing/login-path.ts';

/** Sends visitors to the login page, which leads back here, except after signing out here. */
export const RequireSession = ({ children }: { readonly children: (user: User) => ReactNode }) => {
  useNoOwnStyle();
  const { session } = useSession();
  const { pathname, search, hash } = useLocation();
  const [entered, setEntered] = useState(false);
  if (session.state === 'signed-in' && !entered) setEntered(true);

  if (session.state === 'checking')
    return <MessageScreen busy>Verifying your session</MessageScreen>;
  if (session.state === 'signed-in') return children(session.user);
  const path = entered ? '/login' : loginPath(`${pathname}${search}${hash}`);
  return <Navigate to={path} replace />;
};

interface KeepSessionProps {
  readonly user: User;
  readonly children: ReactNode;
}

/** Opens the sign-in dialog when a call below it finds that the session has ended. */
export const KeepSession = ({ user, children }: KeepSessionProps) => {
  /** One open dialog, on which all calls wait that were refused meanwhile. */
  const question = useRef<PromiseWithResolvers<boolean>>(undefined);
  const form = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  // The email is filled in already, but the dialog would focus it first.
  useEffect(() => {
    if (open) form.current?.querySelector<HTMLInputElement>('[type=password]')?.focus();
  }, [open]);

  const ask = useCallback((): Promise<boolean> => {
    question.current ??= Promise.withResolvers();
    setOpen(true);
    return question.current.promise;
  }, []);
  const close = (signedIn: boolean) => {
    setOpen(false);
    question.current?.resolve(signedIn);
    question.current = undefined;
  };

  const keepSession = useCallback(
    async <CallResponse,>(call: () => Promise<CallResponse>): Promise<CallResponse> => {
      try {
        return await call();
      } catch (error) {
        if (isSignedOut(error) && (await ask())) return call();
        throw error;
      }
    },
    [ask],
  );

  return (
    <KeepSessionContext value={keepSession}>
      {children}
      {open && (
        <Dialog title="Your session has ended" onClose={() => close(false)}>
          <div ref={form} className="stack-5">
            <p>Sign in to continue where you are. Nothing you typed is lost.</p>
            <LoginForm
              session={{ state: 'signed-out' }}
              login={async (signIn) => {
                await signIn();
                close(true);
              }}
              knownEmail={user.email}
              action={<Button onClick={() => close(false)}>Cancel</Button>}
            />
          </div>
        </Dialog>
      )}
    </KeepSessionContext>
  );
};
