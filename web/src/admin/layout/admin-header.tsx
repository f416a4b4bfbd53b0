import { ArrowUpRight } from 'lucide-react';
import { failureMessages, type User } from 'content-schema';
import { useEffect } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { ADMIN, EDIT_EXPERIENCES, HOME, POSTS } from '../../paths.ts';
import { ACCOUNT, HISTORY, PROPOSALS, UPLOADS } from '../../admin-paths.ts';
import { useProposals } from '../../data/proposals.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Problem } from '../../ui/messages.tsx';
import { useSession } from '../../data/use-session.ts';
import { useAction } from './action.tsx';
import styles from './admin-header.module.css';
import { AdminKeys } from './palette/admin-keys.tsx';
import { useConfirmLeave } from '../editing/edit/leave-guard.tsx';

const PAGES = [
  { to: POSTS, text: 'Manage blogs' },
  { to: EDIT_EXPERIENCES, text: 'Experiences' },
  { to: UPLOADS, text: 'Photos' },
  { to: HISTORY, text: 'History' },
] as const;

const SIGNING_OUT = { done: '', failed: `${failureMessages.logOut}. Please try again.` };

const AdminNavigation = () => {
  const { proposals = [], more } = useProposals().response ?? {};
  return (
    <nav aria-label="Admin pages">
      <ul role="list" className={classNames('links small', styles.list)}>
        <li>
          <NavLink className="title large" to={ADMIN} end>
            Admin dashboard
          </NavLink>
        </li>
        {PAGES.map(({ to, text }) => (
          <li key={to}>
            <NavLink to={to}>{text}</NavLink>
          </li>
        ))}
        {proposals.length > 0 && (
          <li>
            <NavLink to={PROPOSALS}>
              Proposals <span className="count">{`${proposals.length}${more ? '+' : ''}`}</span>
            </NavLink>
          </li>
        )}
        <li>
          <Link to={HOME}>
            View site
            <ArrowUpRight size={16} aria-hidden="true" />
          </Link>
        </li>
      </ul>
    </nav>
  );
};

/** One row where there is space for it, else the links to the pages below the user. */
export const AdminHeader = ({ user }: { readonly user: User }) => {
  useEffect(() => {
    document.documentElement.lang = 'en';
  }, []);
  const { logout } = useSession();
  const confirmLeave = useConfirmLeave();
  const { status, run } = useAction();
  const isBusy = status.state === 'busy';

  return (
    <header className={styles.header}>
      <div className={classNames('page spread', styles.row)}>
        <AdminNavigation />
        <div className={classNames('line', styles.user)}>
          <AdminKeys />
          <p className="label truncated" title={user.email}>
            Signed in as{' '}
            <Link className="quiet-link" to={ACCOUNT} aria-label={`Account of ${user.email}`}>
              {user.email}
            </Link>
          </p>
          <div className={classNames('stack-1', styles.signOut)}>
            <Button
              pending={isBusy}
              onClick={() => confirmLeave(() => void run(() => logout('here'), SIGNING_OUT))}
            >
              {isBusy ? 'Signing out…' : 'Sign out'}
            </Button>
            {status.state === 'error' && <Problem>{SIGNING_OUT.failed}</Problem>}
          </div>
        </div>
      </div>
    </header>
  );
};
