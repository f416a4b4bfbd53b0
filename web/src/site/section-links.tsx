import { Link } from 'react-router-dom';
import { classNames } from '../ui/class-names.ts';
import styles from './section-links.module.css';
import { useCurrentSection } from './use-current-section.ts';

export interface PageSection {
  readonly id: string;
  readonly title: string;
}

interface SectionLinksProps {
  readonly label: string;
  readonly isLabelShown?: boolean;
  readonly sections: readonly PageSection[];
  /** The id of the only section that is shown; undefined where all are. */
  readonly shown?: string | undefined;
}

/** A navigation beside the page with links to its sections. Marks the section in view. */
export const SectionLinks = ({
  label,
  isLabelShown = false,
  sections,
  shown,
}: SectionLinksProps) => {
  const inView = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav className={styles.navigation} aria-label={label}>
      {isLabelShown && (
        <p className={classNames('hint', styles.label)} aria-hidden="true">
          {label}
        </p>
      )}
      <ul role="list" className={classNames('links nav-links small', styles.list)}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`} aria-current={id === (shown ?? inView) ? 'location' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
