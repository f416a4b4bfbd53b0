import type { ReactNode } from 'react';
import styles from './page-section.module.css';
import { SECTIONS, type SectionName } from './shown-sections.ts';

interface PageSectionProps {
  readonly name: SectionName;
  readonly children: ReactNode;
}

/** A part of the page that a link leads to. */
export const PageSection = ({ name, children }: PageSectionProps) => {
  const { id, title } = SECTIONS[name];
  const headingId = `${id}-heading`;
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId} tabIndex={-1}>
      <h2 id={headingId} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
};

/** What a section without entries says. */
export const NothingYet = () => <p className={styles.nothing}>Nothing is listed here yet.</p>;
