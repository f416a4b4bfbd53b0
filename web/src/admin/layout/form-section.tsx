import { useId, type ReactNode } from 'react';
import styles from './form-section.module.css';

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
