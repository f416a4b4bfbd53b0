import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Markdown } from './markdown.tsx';
import styles from './rows.module.css';

interface ResumeRowProps {
  readonly year: string;
  readonly location?: string;
  readonly title: string;
  readonly subtitle: string;
  readonly html: string;
  /** Shown below the text. */
  readonly children?: ReactNode;
  /** Shown beside the text where there is space. */
  readonly facts?: ReactNode;
}

/** An experience or an education, as far as its parts are given. */
export const ResumeRow = (props: ResumeRowProps) => {
  const { year, location = '', title, subtitle, html, children, facts } = props;
  return (
    <li className={classNames('stack-3', styles.row)}>
      <div className={classNames('small', styles.margin)}>
        <p dir="auto">{year}</p>
        {location !== '' && (
          <p className="muted" dir="auto">
            {location}
          </p>
        )}
      </div>
      <div className={styles.body}>
        {title !== '' && (
          <h3 className="larger" dir="auto">
            {title}
          </h3>
        )}
        {subtitle !== '' && (
          <p className={classNames('muted', styles.subtitle)} dir="auto">
            {subtitle}
          </p>
        )}
        {html !== '' && <Markdown className={styles.text} html={html} />}
        {children}
      </div>
      {facts && <div className={classNames('small', styles.facts)}>{facts}</div>}
    </li>
  );
};
