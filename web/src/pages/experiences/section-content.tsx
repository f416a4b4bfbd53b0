import {
  spokenLanguages,
  type EducationResponse,
  type ExperienceResponse,
  type ResumeSectionName,
  type SiteShell,
  counted,
} from 'content-schema';
import type { ReactNode } from 'react';
import { Markdown } from '../../site/markdown.tsx';
import { ChevronDown } from '../../ui/icons.tsx';
import { TagPills } from '../../site/tag-pills.tsx';
import { classNames } from '../../ui/class-names.ts';
import rows from '../../site/rows.module.css';
import { ProjectList } from '../../site/lazy-project-list.ts';
import { ExperienceRow, ResumeRow } from '../../site/resume-rows.tsx';
import styles from './section-content.module.css';

export type Resume = Pick<SiteShell, 'experiences' | 'sections'>;

const EducationRow = ({ education }: { readonly education: EducationResponse }) => {
  const { institution, degree, year, descriptionHtml } = education;
  const [title, subtitle] = degree === '' ? [institution, ''] : [degree, institution];
  return <ResumeRow year={year} title={title} subtitle={subtitle} html={descriptionHtml} />;
};

const AchievementList = ({ htmls }: { readonly htmls: readonly string[] }) => (
  <ul role="list" className={classNames('stack-3', styles.list)}>
    {htmls.map((html, index) => (
      <li key={index} dir="auto">
        <Markdown html={html} />
      </li>
    ))}
  </ul>
);

const ExperienceAchievements = ({ experience }: { readonly experience: ExperienceResponse }) => {
  const { role, achievements, achievementsHtml } = experience;
  if (achievements.length === 0) return null;
  return (
    <details className={styles.achievements}>
      <summary className={classNames('with-icon small screen-only', styles.toggle)}>
        {counted(achievements.length, 'achievement')}
        <span className="visually-hidden"> as {role}</span>
        <ChevronDown size={16} />
      </summary>
      <AchievementList htmls={achievementsHtml} />
    </details>
  );
};

const CONTENTS: Readonly<Record<ResumeSectionName, (resume: Resume) => ReactNode>> = {
  experiencesPage: ({ experiences }) => (
    <ol role="list" className={rows.rows}>
      {experiences.map((experience, index) => (
        <ExperienceRow key={index} experience={experience}>
          <ExperienceAchievements experience={experience} />
        </ExperienceRow>
      ))}
    </ol>
  ),
  projects: ({ sections: { projects } }) => <ProjectList projects={projects?.items ?? []} />,
  educations: ({ sections: { educations } }) => (
    <ol role="list" className={rows.rows}>
      {educations.items.map((education, index) => (
        <EducationRow key={index} education={education} />
      ))}
    </ol>
  ),
  programmingLanguages: ({ sections: { programmingLanguages } }) => (
    <div className={classNames('divided', styles.beside)}>
      <TagPills tags={programmingLanguages.items} label="Programming languages" />
    </div>
  ),
  languagesSpoken: ({ sections: { languagesSpoken } }) => (
    <ul role="list" className={classNames('divided', styles.beside, styles.languages)}>
      {spokenLanguages(languagesSpoken.items).map((language, index) => (
        <li key={index} dir="auto">
          {language}
        </li>
      ))}
    </ul>
  ),
  achievements: ({ sections: { achievements } }) => (
    <div className={classNames('divided', styles.beside)}>
      <AchievementList htmls={achievements.itemsHtml} />
    </div>
  ),
};

/** Returns the content of a section; undefined if it has no items. */
export const sectionContent = (name: ResumeSectionName, resume: Resume): ReactNode => {
  const section = resume.sections[name];
  const items = section && 'items' in section ? section.items : resume.experiences;
  return items.length === 0 ? undefined : CONTENTS[name](resume);
};
