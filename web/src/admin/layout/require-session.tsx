import type { User } from 'content-schema';
import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { useSession } from '../../data/session.ts';
import { loginPath } from '../../paths.ts';

interface RequireSessionProps {
  readonly children: (user: User) => ReactNode;
}

/**
 * Shows its children to the administrator. Everyone else signs in first and then comes back;
 * who has just signed out here does not.
 */
export const RequireSession = ({ children }: RequireSessionProps) => {
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
