import { Link } from 'react-router-dom';
import { useSession } from '../../data/use-session.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './show-edit-link.module.css';

export interface EditLinkProps {
  readonly to: string;
  /** Names what it edits, on a page with several such links. */
  readonly what: string;
  /** Whether the link is above its parent instead of in the parent's first line. */
  readonly above?: boolean;
}

/** Appears once the server has confirmed the session. All links share one request. */
const SessionEditLink = ({ to, what, above = false }: EditLinkProps) => {
  const { session } = useSession();
  if (session.state !== 'signed-in') return null;
  return (
    <Link
      className={classNames('arrow-link screen-only', styles.link, above ? styles.above : '')}
      to={to}
      aria-label={`Edit ${what}`}
    >
      Edit
    </Link>
  );
};

export const showEditLink = (props: EditLinkProps) => <SessionEditLink {...props} />;
