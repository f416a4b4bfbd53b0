import { Link } from 'react-router-dom';
import styles from './side-navigation.module.css';

/** A part of a page that can be led to. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
}

interface SideNavigationProps {
  readonly label: string;
  readonly sections: readonly PageSection[];
}

/** Leads to the parts of a page. */
export const SideNavigation = ({ label, sections }: SideNavigationProps) => (
  <nav className={styles.navigation} aria-label={label}>
    <ul role="list" className={styles.list}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  </nav>
);
