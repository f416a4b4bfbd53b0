import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './manage-navigation.module.css';

const PAGES = [
  { to: '/admin/blogs', text: 'Manage blogs' },
  { to: '/admin/experiences', text: 'Experiences' },
  { to: '/admin/uploads', text: 'Photos' },
  { to: '/admin/history', text: 'History' },
] as const;

/** Leads to the other pages of the admin area, and to the site. */
export const ManageNavigation = () => (
  <nav aria-label="Admin pages">
    <ul role="list" className={styles.list}>
      {PAGES.map(({ to, text }) => (
        <li key={to}>
          <Link to={to}>{text}</Link>
        </li>
      ))}
      <li>
        <Link to="/">
          View site
          <ArrowUpRight size={16} aria-hidden="true" />
        </Link>
      </li>
    </ul>
  </nav>
);
