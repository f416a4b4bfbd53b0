import { ArrowRight } from '../../ui/icons.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EditLink } from '../../site/edit-link/edit-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './section.module.css';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** The page with the section's full content. Both the heading and a link beside it lead there. */
  readonly more: { readonly to: string; readonly text: string };
  readonly form: string;
  readonly children: ReactNode;
}

/** A section of the landing page, with an id for links to it. */
export const Section = ({ id, title, more, form, children }: SectionProps) => {
  const headingId = `${id}-heading`;
  return (
    <section
      id={id}
      className={classNames('page', styles.section)}
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <div className={classNames('ruled ends', styles.head)}>
        <h2 id={headingId} className={styles.heading}>
          <Link to={more.to}>{title}</Link>
        </h2>
        <Link className="step-link" to={more.to}>
          {more.text}
          <ArrowRight size={16} />
        </Link>
        <EditLink to={form} what={id} above />
      </div>
      {children}
    </section>
  );
};
