import type { FrameAnswer } from 'content-schema';
import type { ReactNode } from 'react';
import { Markdown } from '../../components/markdown.tsx';
import { TagPills } from '../../components/tag-pills.tsx';
import { EducationEntry } from './education-entry.tsx';
import { ExperienceEntry } from './experience-entry.tsx';
import { NothingYet } from './page-section.tsx';
import styles from './section-content.module.css';
import type { SectionName } from './shown-sections.ts';
import { spokenLanguages } from './spoken-languages.ts';

interface SectionContentProps {
  readonly name: SectionName;
  readonly frame: FrameAnswer;
}

const Experiences = ({ experiences }: FrameAnswer) => (
  <ol role="list">
    {experiences.map((experience, index) => (
      <ExperienceEntry key={index} experience={experience} />
    ))}
  </ol>
);

const Educations = ({ sections: { educations } }: FrameAnswer) => (
  <ol role="list">
    {educations.items.map((education, index) => (
      <EducationEntry key={index} education={education} />
    ))}
  </ol>
);

const ProgrammingLanguages = ({ sections: { programmingLanguages } }: FrameAnswer) => (
  <div className={styles.beside}>
    <TagPills tags={programmingLanguages.items} label="Programming languages" />
  </div>
);

const Languages = ({ sections: { languagesSpoken } }: FrameAnswer) => (
  <ul role="list" className={styles.languages}>
    {spokenLanguages(languagesSpoken.items).map((language, index) => (
      <li key={index} dir="auto">
        {language}
      </li>
    ))}
  </ul>
);

const Achievements = ({ sections: { achievements } }: FrameAnswer) => (
  <ul role="list" className={styles.achievements}>
    {achievements.items.map((achievement, index) => (
      <li key={index} dir="auto">
        <Markdown text={achievement} html={achievements.itemsHtml[index]} />
      </li>
    ))}
  </ul>
);

interface Kind {
  readonly count: (frame: FrameAnswer) => number;
  readonly show: (frame: FrameAnswer) => ReactNode;
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
export const SectionContent = ({ name, frame }: SectionContentProps) => {
  const { count, show } = KINDS[name];
  return count(frame) === 0 ? <NothingYet /> : show(frame);
};
