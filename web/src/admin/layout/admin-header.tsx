import { failureMessages, type User } from 'content-schema';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Problem } from '../../ui/messages.tsx';
import { useSession } from '../../data/session.ts';
import styles from './admin-header.module.css';
import { useConfirmLeave } from '../editing/leave-guard.tsx';

type Progress = 'idle' | 'signing-out' | 'failed';

export const AdminHeader = ({ user }: { readonly user: User }) => {
  const { logout } = useSession();
  const confirmLeave = useConfirmLeave();
  const [progress, setProgress] = useState<Progress>('idle');

  const signOut = async () => {
    setProgress('signing-out');
    try {
      await logout();
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
        <p className={styles.user}>Signed in as {user.email}</p>
        <div className={styles.signOut}>
          <Button
            pending={progress === 'signing-out'}
            onClick={() => confirmLeave(() => void signOut())}
          >
            {progress === 'signing-out' ? 'Signing out…' : 'Sign out'}
          </Button>
          {progress === 'failed' && (
            <Problem>{`${failureMessages.logOut}. Please try again.`}</Problem>
          )}
        </div>
      </div>
    </header>
  );
};
