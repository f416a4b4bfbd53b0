import { ArrowUpRight } from 'lucide-react';
import { failureMessages, type User } from 'content-schema';
import { useEffect } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { ADMIN, HOME } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Problem } from '../../../ui/messages.tsx';
import { useSession } from '../../../data/use-session.ts';
import { useAction } from './action.tsx';
import type { AdminPage } from '../define-admin-page.ts';
import { Slot } from '../feature.tsx';
import styles from './admin-header.module.css';
import { AdminKeys } from './palette/admin-keys.tsx';
import { useConfirmLeave } from '../editing/edit/leave-guard.tsx';

const SIGNING_OUT = { done: '', failed: `${failureMessages.logOut}. Please try again.` };

interface AdminPagesProps {
  readonly pages: readonly AdminPage[];
}

const AdminNavigation = ({ pages }: AdminPagesProps) => (
  <nav aria-label="Admin pages">
    <ul role="list" className={classNames('links nav-links small', styles.list)}>
      {pages.map(({ path, header: Header }) => {
        if (Header === undefined) return null;
        if (typeof Header !== 'string') return <Header key={path} />;
        const isFirst = path === ADMIN;
        return (
          <li key={path}>
            <NavLink className={isFirst ? 'title large' : ''} to={path} end={isFirst}>
              {Header}
            </NavLink>
          </li>
        );
      })}
      <li>
        <Link to={HOME}>
          View site
          <ArrowUpRight size={16} aria-hidden="true" />
        </Link>
      </li>
    </ul>
  </nav>
);

/** One row where there is space for it, else the links to the pages below the user. */
export const AdminHeader = ({ user, pages }: AdminPagesProps & { readonly user: User }) => {
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
        <AdminNavigation pages={pages} />
        <div className={classNames('line', styles.user)}>
          <AdminKeys pages={pages} />
          <p className="label truncated" title={user.email}>
            Signed in as{' '}
            <Slot name="account" email={user.email}>
              {user.email}
            </Slot>
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
