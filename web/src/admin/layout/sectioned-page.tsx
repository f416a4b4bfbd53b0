import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styles from './sectioned-page.module.css';

/** A part of a page that can be led to. */
interface PageSection {
  readonly id: string;
  readonly title: string;
}

interface SideNavigationProps {
  readonly label: string;
  readonly sections: readonly PageSection[];
}

/** Leads to the parts of a page. */
const SideNavigation = ({ label, sections }: SideNavigationProps) => (
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
    <SideNavigation label={label} sections={sections} />
    <div className={styles.content}>{children}</div>
  </div>
);
