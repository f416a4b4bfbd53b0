import { ArrowUpRight, Search } from 'lucide-react';
import { failureMessages, type User } from 'content-schema';
import { useEffect, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { ADMIN, HOME } from '../../../paths.ts';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem, Status } from '../../../ui/messages.tsx';
import { TEXT_FIELDS, useWindowEvent } from '../../../ui/use-window-event.ts';
import { useSession } from '../../../data/use-session.ts';
import { useAction } from './action.tsx';
import type { AdminPage } from '../define-admin-page.ts';
import { Slot } from '../feature.tsx';
import styles from './admin-header.module.css';
import { useConfirmLeave } from '../editing/edit/leave-guard.tsx';

const SIGNING_OUT = { done: '', failed: `${failureMessages.logOut}. Please try again.` };

interface AdminPagesProps {
  readonly pages: readonly AdminPage[];
}

const Palette = lazyPart(() => import('./palette/palette.tsx'), <Status message="Loading…" />);

const MODIFIER = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  [`${MODIFIER} K`, 'Go to a post, a page, a setting or a photo'],
  [`${MODIFIER} S`, 'Save and stay'],
  [`${MODIFIER} Z`, 'Undo a save, while its message is shown'],
  [`${MODIFIER} B, I or K`, 'In the text of a post: bold, italic or a link'],
  ['Tab', 'In a list of a post: indent; after Esc, leave the text'],
  ['Esc', 'Close what is open'],
  ['?', 'Show these keys'],
];

type Shown = 'palette' | 'keys';

/** What a key press opens. In the text of a post Ctrl+K inserts a link instead. */
const openedBy = (event: KeyboardEvent): Shown | undefined => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : undefined;
  const isTyping = target instanceof Element && target.closest(TEXT_FIELDS) !== null;
  return key === '?' && !isTyping ? 'keys' : undefined;
};

/** Opens the command palette by its button or Ctrl+K, and the list of keyboard shortcuts by `?`. */
const AdminKeys = (props: AdminPagesProps) => {
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  useWindowEvent('keydown', (event) => {
    const opened = openedBy(event);
    if (!opened || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    setShown(opened);
  });
  return (
    <>
      <Button
        variant="plain"
        aria-label="Go to…"
        title={`Go to… (${MODIFIER} K)`}
        aria-keyshortcuts="Control+K"
        onClick={() => setShown('palette')}
      >
        <Search size={16} aria-hidden="true" />
      </Button>
      {shown === 'palette' && (
        <Dialog title="Go to" onClose={close}>
          <Palette onClose={close} {...props} />
        </Dialog>
      )}
      {shown === 'keys' && (
        <Dialog title="Keys" onClose={close} actions={<Button onClick={close}>Close</Button>}>
          <dl className={classNames('small stack-2', styles.keys)}>
            {KEYS.map(([keys, does]) => (
              <div key={does}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
};

interface AdminHeaderProps extends AdminPagesProps {
  readonly user: User;
}

const AdminNavigation = ({ pages, user }: AdminHeaderProps) => (
  <nav aria-label="Admin pages" className={classNames('nav-links', styles.navigation)}>
    <NavLink className={classNames('title', styles.home)} to={ADMIN} end>
      Admin dashboard
    </NavLink>
    <div className={classNames('line', styles.bar)}>
      <ul role="list" className="links small">
        {pages.map(({ path, header: Header }) => {
          if (Header === undefined) return null;
          if (typeof Header !== 'string') return <Header key={path} />;
          return (
            <li key={path}>
              <NavLink to={path}>{Header}</NavLink>
            </li>
          );
        })}
        <li>
          <Link to={user.publishedAt ?? HOME}>
            View site
            <ArrowUpRight size={16} aria-hidden="true" />
          </Link>
        </li>
      </ul>
      <AdminKeys pages={pages} />
      <Slot name="header" />
    </div>
  </nav>
);

export const AdminHeader = ({ user, pages }: AdminHeaderProps) => {
  useEffect(() => {
    document.documentElement.lang = 'en';
  }, []);
  const { logout } = useSession();
  const confirmLeave = useConfirmLeave();
  const { status, run } = useAction();
  const isBusy = status.state === 'busy';

  return (
    <header className={styles.header}>
      <div className={classNames('page line', styles.row)}>
        <AdminNavigation pages={pages} user={user} />
        <p className={classNames('label', styles.user)}>
          Signed in as{' '}
          <span className="remark">
            <Slot name="account" email={user.email}>
              {user.email}
            </Slot>
          </span>
        </p>
        <Button
          pending={isBusy}
          onClick={() => confirmLeave(() => void run(() => logout('here'), SIGNING_OUT))}
        >
          {isBusy ? 'Signing out…' : 'Sign out'}
        </Button>
        {status.state === 'error' && <Problem>{SIGNING_OUT.failed}</Problem>}
      </div>
    </header>
  );
};
