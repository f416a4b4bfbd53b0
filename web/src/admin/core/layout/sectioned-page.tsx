import { type ReactNode, useId } from 'react';
import { SectionLinks, type PageSection } from '../../../site/section-links.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './sectioned-page.module.css';

interface FormSectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

export const FormSection = ({ id, title, children }: FormSectionProps) => {
  const headingId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId} tabIndex={-1}>
      <h2 id={headingId} className={classNames('larger', styles.title)}>
        {title}
      </h2>
      <div className={classNames('stack-5', styles.fields)}>{children}</div>
    </section>
  );
};

interface SectionedPageProps {
  readonly label: string;
  readonly sections: readonly PageSection[];
  readonly children: ReactNode;
}

export const SectionedPage = ({ label, sections, children }: SectionedPageProps) => (
  <div className={styles.columns}>
    <SectionLinks label={label} sections={sections} />
    <div className="stack-7">{children}</div>
  </div>
);
