import { Link } from 'react-router-dom';
import { useSession } from '../../data/session.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './show-edit-link.module.css';

export interface EditLinkProps {
  /** The address of the form. */
  readonly to: string;
  /** What is edited, where the page has several of these links. */
  readonly what: string;
  /** Stands above what it is in, not in its first line. */
  readonly above?: boolean;
}

/** Appears once the server says that there is a session, which all links together ask it once. */
const SessionEditLink = ({ to, what, above = false }: EditLinkProps) => {
  const { session } = useSession();
  if (session.state !== 'signed-in') return null;
  return (
    <Link
      className={classNames(styles.link, above ? styles.above : '')}
      to={to}
      aria-label={`Edit ${what}`}
    >
      Edit
    </Link>
  );
};

export const showEditLink = (props: EditLinkProps) => <SessionEditLink {...props} />;
