import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './page-head.module.css';
import { PageHeading } from '../routing/page-heading.tsx';
import { BackLinks } from './back-links.tsx';

interface PageHeadProps {
  readonly up: { readonly to: string; readonly text: string };
  readonly heading: string;
  readonly children?: ReactNode;
  readonly tools?: ReactNode;
}

/** The top of a page: the links back, the heading and a line about the page. */
export const PageHead = ({ up, heading, children, tools }: PageHeadProps) => (
  <header className={classNames('page stack-5', styles.head)}>
    <BackLinks up={up} />
    <div className={classNames('ends', styles.row)}>
      <PageHeading className="largest">{heading}</PageHeading>
      {children !== undefined && <p className={classNames('count', styles.note)}>{children}</p>}
      {tools}
    </div>
  </header>
);
