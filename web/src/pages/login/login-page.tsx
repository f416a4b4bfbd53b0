import { useSyncExternalStore } from 'react';
import { ArrowLeft } from '../../ui/icons.tsx';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { classNames } from '../../ui/class-names.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useInitialState } from '../../data/initial-state.ts';
import { useNoOwnStyle } from '../../site/own-style.ts';
import { siteName } from '../../site/text.ts';
import { useSession } from '../../data/use-session.ts';
import { LoginForm } from '../../site/login-form.tsx';
import styles from './login-page.module.css';
import { safeReturnPath } from '../../routing/login-path.ts';

const LINK = /^#sign-in=(.+)$/;
const NEVER = () => () => undefined;

/** The token in the address, which the server doesn't see. */
const useLink = (): string | undefined =>
  LINK.exec(
    useSyncExternalStore(
      NEVER,
      () => location.hash,
      () => '',
    ),
  )?.[1];

/** `/login`: redirects at once if there is a session. */
const LoginPage = () => {
  useNoOwnStyle();
  const { session, login } = useSession();
  const link = useLink();
  const [query] = useSearchParams();
  const { page } = useInitialState();
  const name = page && siteName(page.frame);
  if (session.state === 'signed-in')
    return <Navigate to={safeReturnPath(query.get('from'))} replace />;
  return (
    <>
      <title>{name === undefined ? 'Sign in' : `Sign in – ${name}`}</title>
      <meta name="robots" content="noindex" />
      <SkipLink />
      <main id="main" tabIndex={-1} className={classNames('page', styles.page)}>
        <div className={classNames('stack-5', styles.column)}>
          {name !== undefined && (
            <p className={classNames('muted', styles.site)} dir="auto">
              {name}
            </p>
          )}
          <PageHeading className="largest">Sign in</PageHeading>
          <LoginForm session={session} login={login} link={link} />
          <p className={classNames('note divided', styles.note)}>
            Sessions expire after a short period of inactivity.
          </p>
          <Link className={classNames('arrow-link strong', styles.back)} to="/">
            <ArrowLeft size={16} />
            Back to the public site
          </Link>
        </div>
      </main>
    </>
  );
};

export default LoginPage;
