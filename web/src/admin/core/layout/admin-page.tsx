import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeading } from '../../../routing/page-heading.tsx';
import { Button } from '../../../ui/button.tsx';
import { Problem, Status } from '../../../ui/messages.tsx';
import styles from './admin-page.module.css';

interface ContentPendingProps {
  readonly error: string | undefined;
  readonly retry: () => void;
}

/** Shown until the content has loaded, in place of a form, which would save defaults over it. */
export const ContentPending = ({ error, retry }: ContentPendingProps) => (
  <div className="stack-4 start">
    <Status message={error === undefined ? 'Loading content…' : undefined} />
    {error !== undefined && (
      <>
        <Problem>{error}</Problem>
        <Button onClick={retry}>Try again</Button>
      </>
    )}
  </div>
);

interface AdminPageProps {
  readonly title: string;
  /** Whether only screen readers read the heading, where a field is the heading. */
  readonly isTitleHidden?: boolean;
  readonly back?: { readonly to: string; readonly text: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export const AdminPage = (props: AdminPageProps) => {
  const { title, isTitleHidden = false, back, actions, children } = props;
  return (
    <main id="main" tabIndex={-1} className={classNames('page stack-5', styles.page)}>
      <title>{title}</title>
      <div>
        {back && (
          <Link className={classNames('arrow-link quiet-link', styles.back)} to={back.to}>
            <ArrowLeft size={16} aria-hidden="true" />
            {back.text}
          </Link>
        )}
        <div className={classNames('spread', styles.head)}>
          <PageHeading className={isTitleHidden ? 'visually-hidden' : 'largest'}>
            {title}
          </PageHeading>
          {actions !== undefined && (
            <div className={classNames('cluster-3', styles.actions)}>{actions}</div>
          )}
        </div>
      </div>
      {children}
    </main>
  );
};
