import type { ReactNode } from 'react';
import { SideNavigation, type PageSection } from './side-navigation.tsx';
import styles from './sectioned-page.module.css';

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
