import { ArrowUpRight } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { ADMIN, EDIT_EXPERIENCES, HISTORY, HOME, POSTS, UPLOADS } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './admin-navigation.module.css';
import { AdminKeys } from './palette/admin-keys.tsx';

/**
 * The navigation of the admin area: its pages, with the current one marked, the site, and the
 * command palette.
 */
export const AdminNavigation = () => (
  <div className={classNames('page', styles.bar)}>
    <nav aria-label="Admin pages">
      <ul role="list" className={classNames('links', styles.list)}>
        <li>
          <NavLink to={ADMIN} end>
            Site
          </NavLink>
        </li>
        <li>
          <NavLink to={POSTS}>Manage blogs</NavLink>
        </li>
        <li>
          <NavLink to={EDIT_EXPERIENCES}>Experiences</NavLink>
        </li>
        <li>
          <NavLink to={UPLOADS}>Photos</NavLink>
        </li>
        <li>
          <NavLink to={HISTORY}>History</NavLink>
        </li>
        <li>
          <Link to={HOME}>
            View site
            <ArrowUpRight size={16} aria-hidden="true" />
          </Link>
        </li>
      </ul>
    </nav>
    <AdminKeys />
  </div>
);
