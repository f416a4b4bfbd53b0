import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './page-head.module.css';
import { PageHeading } from '../routing/page-heading.tsx';
import { WayBack } from './way-back.tsx';

interface PageHeadProps {
  /** The page above this one. */
  readonly up: { readonly to: string; readonly text: string };
  readonly heading: string;
  /** What there is to say about the page, in a line. */
  readonly children?: ReactNode;
  /** What finds something on the page or below it. */
  readonly tools?: ReactNode;
}

/** The top of a page: the way back, its heading and a line about it. */
export const PageHead = ({ up, heading, children, tools }: PageHeadProps) => (
  <header className={classNames('page', styles.head)}>
    <WayBack up={up} />
    <div className={styles.row}>
      <PageHeading className={styles.heading}>{heading}</PageHeading>
      {children !== undefined && <p className={styles.note}>{children}</p>}
      {tools}
    </div>
  </header>
);
