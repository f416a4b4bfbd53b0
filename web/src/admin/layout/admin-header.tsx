import { failureMessages, type User } from 'content-schema';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Problem } from '../../ui/messages.tsx';
import { useHasHistory } from '../../data/history.ts';
import { useSession } from '../../data/session.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './admin-header.module.css';
import { AdminNavigation } from './admin-navigation.tsx';
import { useConfirmLeave } from '../editing/leave-guard.tsx';

/** `here` and `everywhere`: the sessions that are being ended. */
type Progress = 'idle' | 'here' | 'everywhere' | 'failed';

const SIGNING_OUT = 'Signing out…';

export const AdminHeader = ({ user }: { readonly user: User }) => {
  const { logout } = useSession();
  // An API that implements only the specification would end just this session, without saying so.
  const canSignOutEverywhere = useHasHistory() !== false;
  const confirmLeave = useConfirmLeave();
  const [progress, setProgress] = useState<Progress>('idle');

  const [confirming, setConfirming] = useState(false);

  const isSigningOut = progress === 'here' || progress === 'everywhere';

  const signOut = async (from: 'here' | 'everywhere') => {
    setConfirming(false);
    setProgress(from);
    try {
      await logout(from);
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
        <div className={styles.user}>
          <p title={user.email}>Signed in as {user.email}</p>
          {canSignOutEverywhere && (
            <Button
              look="plain"
              pending={isSigningOut}
              onClick={() => confirmLeave(() => setConfirming(true))}
            >
              {progress === 'everywhere' ? SIGNING_OUT : 'Sign out everywhere'}
            </Button>
          )}
        </div>
        <div className={styles.signOut}>
          <Button pending={isSigningOut} onClick={() => confirmLeave(() => void signOut('here'))}>
            {progress === 'here' ? SIGNING_OUT : 'Sign out'}
          </Button>
          {progress === 'failed' && (
            <Problem>{`${failureMessages.logOut}. Please try again.`}</Problem>
          )}
        </div>
      </div>
      <AdminNavigation />
      <ConfirmDialog
        open={confirming}
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        onConfirm={() => void signOut('everywhere')}
        onCancel={() => setConfirming(false)}
      >
        <p>
          All your sessions end, in this browser and in every other one. Edits that are open there
          are not saved.
        </p>
      </ConfirmDialog>
    </header>
  );
};
