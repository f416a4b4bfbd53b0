import { Link } from 'react-router-dom';
import { classNames } from '../ui/class-names.ts';
import styles from './section-links.module.css';
import { useCurrentSection } from './use-current-section.ts';

/** A section of a page that can be linked to. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
}

interface SectionLinksProps {
  /** The accessible name of the navigation. */
  readonly label: string;
  /** Whether to show the name as well. */
  readonly isLabelShown?: boolean;
  readonly sections: readonly PageSection[];
}

/** A navigation beside the page with links to its sections. Marks the section in view. */
export const SectionLinks = ({ label, isLabelShown = false, sections }: SectionLinksProps) => {
  const current = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav className={styles.navigation} aria-label={label}>
      {isLabelShown && (
        <p className={classNames('hint', styles.label)} aria-hidden="true">
          {label}
        </p>
      )}
      <ul role="list" className={classNames('links', styles.list)}>
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
