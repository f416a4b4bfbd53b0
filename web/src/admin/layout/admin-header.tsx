import { failureMessages, type User } from 'content-schema';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Problem } from '../../ui/messages.tsx';
import { useSession } from '../../data/use-session.ts';
import styles from './admin-header.module.css';
import { AdminNavigation } from './admin-navigation.tsx';
import { useConfirmLeave } from '../editing/edit/leave-guard.tsx';

export const AdminHeader = ({ user }: { readonly user: User }) => {
  const { logout } = useSession();
  const confirmLeave = useConfirmLeave();
  const [progress, setProgress] = useState<'idle' | 'busy' | 'failed'>('idle');

  const signOut = async () => {
    setProgress('busy');
    try {
      await logout('here');
    } catch {
      setProgress('failed');
    }
  };

  return (
    <header className={styles.header}>
      <div className={classNames('page', styles.row)}>
        <Link className={styles.home} to="/admin">
          Admin dashboard
        </Link>
        <p className={classNames('truncated', styles.user)} title={user.email}>
          Signed in as {user.email}
        </p>
        <div className={styles.signOut}>
          <Button pending={progress === 'busy'} onClick={() => confirmLeave(() => void signOut())}>
            {progress === 'busy' ? 'Signing out…' : 'Sign out'}
          </Button>
          {progress === 'failed' && (
            <Problem>{`${failureMessages.logOut}. Please try again.`}</Problem>
          )}
        </div>
      </div>
      <AdminNavigation />
    </header>
  );
};
