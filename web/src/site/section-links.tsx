import { Link } from 'react-router-dom';
import styles from './section-links.module.css';
import { useCurrentSection } from './use-current-section.ts';

/** A part of a page that can be led to. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
}

interface SectionLinksProps {
  /** What the navigation is called. */
  readonly label: string;
  /** It is called so in sight, too. */
  readonly isLabelShown?: boolean;
  readonly sections: readonly PageSection[];
}

/** Leads to the sections of a page, beside which it stays, and marks the one that is being read. */
export const SectionLinks = ({ label, isLabelShown = false, sections }: SectionLinksProps) => {
  const current = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav className={styles.navigation} aria-label={label}>
      {isLabelShown && (
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
      )}
      <ul role="list" className={styles.list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
