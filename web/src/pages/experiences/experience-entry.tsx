import type { ExperienceAnswer } from 'content-schema';
import ledger from '../../components/ledger.module.css';
import { Markdown } from '../../components/markdown.tsx';
import { TagPills } from '../../components/tag-pills.tsx';
import { ExperienceAchievements } from './experience-achievements.tsx';
import styles from './entry.module.css';

interface ExperienceEntryProps {
  readonly experience: ExperienceAnswer;
}

/** A post held: when, where, what it was, and what came of it. */
export const ExperienceEntry = ({ experience }: ExperienceEntryProps) => {
  const { role, company, year, location, description, descriptionHtml, stack } = experience;
  return (
    <li className={ledger.row}>
      <div className={ledger.margin}>
        <p dir="auto">{year}</p>
        {location !== '' && (
          <p className={ledger.aside} dir="auto">
            {location}
          </p>
        )}
      </div>
      <div className={ledger.body}>
        <h3 className={ledger.title} dir="auto">
          {role}
        </h3>
        <p className={ledger.subtitle} dir="auto">
          {company}
        </p>
        <Markdown className={styles.text} text={description} html={descriptionHtml} />
        <ExperienceAchievements experience={experience} />
        <div className={styles.skills}>
          <TagPills tags={stack} label="Skills" />
        </div>
      </div>
    </li>
  );
};
