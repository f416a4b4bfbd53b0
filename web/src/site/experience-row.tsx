import type { ExperienceResponse } from 'content-schema';
import type { ReactNode } from 'react';
import styles from '../ui/ledger.module.css';
import { Markdown } from './markdown.tsx';
import { TagPills } from './tag-pills.tsx';

interface ExperienceRowProps {
  readonly experience: ExperienceResponse;
  readonly children?: ReactNode;
}

/** An experience: the years, the location, the role and company, the description and the skills. */
export const ExperienceRow = ({ experience, children }: ExperienceRowProps) => {
  const { role, company, year, location, descriptionHtml, stack } = experience;
  return (
    <li className={styles.row}>
      <div className={styles.margin}>
        <p dir="auto">{year}</p>
        {location !== '' && (
          <p className={styles.aside} dir="auto">
            {location}
          </p>
        )}
      </div>
      <div className={styles.body}>
        <h3 className={styles.title} dir="auto">
          {role}
        </h3>
        <p className={styles.subtitle} dir="auto">
          {company}
        </p>
        <Markdown className={styles.text} html={descriptionHtml} />
        {children}
      </div>
      <div className={styles.facts}>
        <TagPills tags={stack} label="Skills" />
      </div>
    </li>
  );
};
