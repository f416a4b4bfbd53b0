import { type ReactNode, useId } from 'react';
import { SectionLinks, type PageSection } from '../../site/section-links.tsx';
import styles from './sectioned-page.module.css';

interface FormSectionProps {
  /** What the side navigation leads to. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled part of a form. */
export const FormSection = ({ id, title, children }: FormSectionProps) => {
  const headingId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId} tabIndex={-1}>
      <h2 id={headingId} className={styles.title}>
        {title}
      </h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
};

interface SectionedPageProps {
  /** What the navigation between the sections is called. */
  readonly label: string;
  readonly sections: readonly PageSection[];
  readonly children: ReactNode;
}

/** The body of a page of several sections, beside the navigation between them. */
export const SectionedPage = ({ label, sections, children }: SectionedPageProps) => (
  <div className={styles.columns}>
    <SectionLinks label={label} sections={sections} />
    <div className={styles.content}>{children}</div>
  </div>
);
