import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ExperienceRow } from '../../site/experience-row.tsx';
import { TagPills } from '../../site/tag-pills.tsx';
import { AchievementList } from './achievement-list.tsx';
import type { PageViews } from '../../data/page-data.ts';
import { EducationEntry } from './education-entry.tsx';
import { ExperienceAchievements } from './experience-achievements.tsx';
import { NothingYet } from './page-section.tsx';
import styles from './section-content.module.css';
import type { SectionName } from './shown-sections.ts';
import { spokenLanguages } from './spoken-languages.ts';

/** What the page is made of. */
export type Resume = PageViews['experiences'];

interface SectionContentProps {
  readonly name: SectionName;
  readonly resume: Resume;
}

const Experiences = ({ experiences }: Resume) => (
  <ol role="list">
    {experiences.map((experience, index) => (
      <ExperienceRow key={index} experience={experience}>
        <ExperienceAchievements experience={experience} />
      </ExperienceRow>
    ))}
  </ol>
);

const Educations = ({ sections: { educations } }: Resume) => (
  <ol role="list">
    {educations.items.map((education, index) => (
      <EducationEntry key={index} education={education} />
    ))}
  </ol>
);

const ProgrammingLanguages = ({ sections: { programmingLanguages } }: Resume) => (
  <div className={styles.beside}>
    <TagPills tags={programmingLanguages.items} label="Programming languages" />
  </div>
);

const Languages = ({ sections: { languagesSpoken } }: Resume) => (
  <ul role="list" className={classNames(styles.beside, styles.languages)}>
    {spokenLanguages(languagesSpoken.items).map((language, index) => (
      <li key={index} dir="auto">
        {language}
      </li>
    ))}
  </ul>
);

const Achievements = ({ sections: { achievements } }: Resume) => (
  <div className={styles.beside}>
    <AchievementList texts={achievements.items} htmls={achievements.itemsHtml} />
  </div>
);

interface Kind {
  readonly count: (resume: Resume) => number;
  readonly show: (resume: Resume) => ReactNode;
}

const KINDS: Readonly<Record<SectionName, Kind>> = {
  experiencesPage: { count: ({ experiences }) => experiences.length, show: Experiences },
  educations: { count: ({ sections }) => sections.educations.items.length, show: Educations },
  programmingLanguages: {
    count: ({ sections }) => sections.programmingLanguages.items.length,
    show: ProgrammingLanguages,
  },
  languagesSpoken: {
    count: ({ sections }) => sections.languagesSpoken.items.length,
    show: Languages,
  },
  achievements: {
    count: ({ sections }) => sections.achievements.items.length,
    show: Achievements,
  },
};

/** What a section of the page holds. */
export const SectionContent = ({ name, resume }: SectionContentProps) => {
  const { count, show } = KINDS[name];
  return count(resume) === 0 ? <NothingYet /> : show(resume);
};
