import { resumeSections, type ResumeSectionName } from 'content-schema';
import { Link } from 'react-router-dom';
import { useCurrentSection } from '../../site/use-current-section.ts';
import styles from './explore.module.css';

interface ExploreProps {
  readonly names: readonly ResumeSectionName[];
}

/** Leads to the sections of the page, and marks the one that is being read. */
export const Explore = ({ names }: ExploreProps) => {
  const current = useCurrentSection(names.map((name) => resumeSections[name].id));
  return (
    <nav className={styles.explore} aria-labelledby="explore">
      <p id="explore" className={styles.label}>
        Explore
      </p>
      <ul role="list" className={styles.list}>
        {names.map((name) => {
          const { id, title } = resumeSections[name];
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
