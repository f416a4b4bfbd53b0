import { resumeSections, type ResumeSectionName } from 'content-schema';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styles from './explore.module.css';
import { sectionInView } from './section-in-view.ts';

/** Fractions of a pixel, which browsers round away when they scroll. */
const TOLERANCE = 2;

const isAtEnd = (): boolean => {
  const { scrollHeight } = document.documentElement;
  return scrollY > 0 && scrollY + innerHeight >= scrollHeight - TOLERANCE;
};

const startOf = (id: string): number =>
  document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;

const onMove = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true });
  addEventListener('resize', listener);
  return () => {
    removeEventListener('scroll', listener);
    removeEventListener('resize', listener);
  };
};

const noSection = () => undefined;

/** The id of the section that is being read, of those with these `ids`; unknown on the server. */
const useCurrentSection = (ids: readonly string[]): string | undefined => {
  const { hash } = useLocation();
  const read = () => {
    const position = sectionInView({
      starts: ids.map(startOf),
      windowHeight: innerHeight,
      isAtEnd: isAtEnd(),
      named: ids.indexOf(hash.slice(1)),
    });
    return ids[position];
  };
  return useSyncExternalStore(onMove, read, noSection);
};

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
