import type { EducationResponse, ResumeSectionName, SiteShell } from 'content-schema';
import type { ReactNode } from 'react';
import { ExperienceRow } from '../../site/experience-row.tsx';
import { Markdown } from '../../site/markdown.tsx';
import { TagPills } from '../../site/tag-pills.tsx';
import { classNames } from '../../ui/class-names.ts';
import ledger from '../../ui/ledger.module.css';
import { AchievementList, ExperienceAchievements } from './achievements.tsx';
import styles from './section-content.module.css';
import { spokenLanguages } from './spoken-languages.ts';

/** The content of the page. */
export type Resume = Pick<SiteShell, 'experiences' | 'sections'>;

/** An education: the year, the degree and the institution, as far as they are given. */
const EducationEntry = ({ education }: { readonly education: EducationResponse }) => {
  const { institution, degree, year, descriptionHtml } = education;
  const subtitle = degree === '' ? '' : institution;
  return (
    <li className={ledger.row}>
      <div className={ledger.margin}>
        <p dir="auto">{year}</p>
      </div>
      <div className={ledger.body}>
        {(degree || institution) !== '' && (
          <h3 className={ledger.title} dir="auto">
            {degree || institution}
          </h3>
        )}
        {subtitle !== '' && (
          <p className={ledger.subtitle} dir="auto">
            {subtitle}
          </p>
        )}
        {descriptionHtml !== '' && <Markdown className={ledger.text} html={descriptionHtml} />}
      </div>
    </li>
  );
};

/** Renders the items of each section. */
const CONTENTS: Readonly<Record<ResumeSectionName, (resume: Resume) => ReactNode>> = {
  experiencesPage: ({ experiences }) => (
    <ol role="list" className={ledger.rows}>
      {experiences.map((experience, index) => (
        <ExperienceRow key={index} experience={experience}>
          <ExperienceAchievements experience={experience} />
        </ExperienceRow>
      ))}
    </ol>
  ),
  educations: ({ sections: { educations } }) => (
    <ol role="list" className={ledger.rows}>
      {educations.items.map((education, index) => (
        <EducationEntry key={index} education={education} />
      ))}
    </ol>
  ),
  programmingLanguages: ({ sections: { programmingLanguages } }) => (
    <div className={styles.beside}>
      <TagPills tags={programmingLanguages.items} label="Programming languages" />
    </div>
  ),
  languagesSpoken: ({ sections: { languagesSpoken } }) => (
    <ul role="list" className={classNames(styles.beside, styles.languages)}>
      {spokenLanguages(languagesSpoken.items).map((language, index) => (
        <li key={index} dir="auto">
          {language}
        </li>
      ))}
    </ul>
  ),
  achievements: ({ sections: { achievements } }) => (
    <div className={styles.beside}>
      <AchievementList htmls={achievements.itemsHtml} />
    </div>
  ),
};

/** Returns the content of a section; undefined if it has no items. */
export const sectionContent = (name: ResumeSectionName, resume: Resume): ReactNode => {
  const section = resume.sections[name];
  const items = 'items' in section ? section.items : resume.experiences;
  return items.length === 0 ? undefined : CONTENTS[name](resume);
};
