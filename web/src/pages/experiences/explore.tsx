import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import styles from './explore.module.css';
import { SECTIONS, type SectionName } from './shown-sections.ts';
import { useCurrentSection } from './use-current-section.ts';

interface ExploreProps {
  readonly names: readonly SectionName[];
}

/** Leads to the sections of the page, and marks the one that is being read. */
export const Explore = ({ names }: ExploreProps) => {
  const ids = useMemo(() => names.map((name) => SECTIONS[name].id), [names]);
  const current = useCurrentSection(ids);
  return (
    <nav className={styles.explore} aria-labelledby="explore">
      <p id="explore" className={styles.label}>
        Explore
      </p>
      <ul role="list" className={styles.list}>
        {names.map((name) => {
          const { id, title } = SECTIONS[name];
          return (
            <li key={id}>
              <Link to={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                {title}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};
