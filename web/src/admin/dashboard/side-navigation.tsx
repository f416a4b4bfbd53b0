import { Link } from 'react-router-dom';
import { SECTIONS } from './sections.ts';
import styles from './side-navigation.module.css';

/** Leads to the parts of the dashboard. */
export const SideNavigation = () => (
  <nav className={styles.navigation} aria-label="Dashboard sections">
    <ul role="list" className={styles.list}>
      {Object.values(SECTIONS).map(({ id, title }) => (
        <li key={id}>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  </nav>
);
