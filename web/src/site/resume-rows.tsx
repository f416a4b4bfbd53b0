import type { ExperienceResponse } from 'content-schema';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Markdown } from './markdown.tsx';
import styles from './rows.module.css';
import { TagPills } from './tag-pills.tsx';

interface ResumeRowProps {
  readonly year: string;
  readonly location?: string;
  readonly title: ReactNode;
  readonly subtitle?: string | undefined;
  readonly html: string;
  /** Shown below the text. */
  readonly children?: ReactNode;
  /** Shown beside the text where there is space. */
  readonly skills?: readonly string[];
}

/** An entry of a résumé, as far as its parts are given. */
export const ResumeRow = (props: ResumeRowProps) => {
  const { year, location = '', title, subtitle = '', html, children, skills } = props;
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
      {skills && (
        <div className={classNames('small', styles.facts)}>
          <TagPills tags={skills} label="Skills" />
        </div>
      )}
    </li>
  );
};

type ExperienceRowProps = Readonly<{ experience: ExperienceResponse; children?: ReactNode }>;

export const ExperienceRow = ({ experience, children }: ExperienceRowProps) => {
  const { role: title, company: subtitle, descriptionHtml: html, stack: skills } = experience;
  return <ResumeRow {...experience} {...{ title, subtitle, html, skills, children }} />;
};
