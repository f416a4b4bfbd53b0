import type { ExperienceAnswer } from 'content-schema';
import styles from '../../components/ledger.module.css';
import { Markdown } from '../../components/markdown.tsx';
import { Pill } from '../../components/pill.tsx';
import { tagPath } from '../../components/tag-path.ts';
import { Section } from './section.tsx';

const ExperienceRow = ({ experience }: { readonly experience: ExperienceAnswer }) => {
  const { role, company, year, location, description, descriptionHtml, stack } = experience;
  return (
    <li className={styles.row}>
      <div className={styles.margin}>
        <p>{year}</p>
        {location !== '' && <p className={styles.aside}>{location}</p>}
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>{role}</h3>
        <p className={styles.subtitle}>{company}</p>
        <Markdown className={styles.text} text={description} html={descriptionHtml} />
        <ul role="list" className={styles.pills} aria-label="Skills">
          {stack.map((skill, index) => (
            <li key={index}>
              <Pill to={tagPath(skill)}>{skill}</Pill>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
};

interface ExperiencesSectionProps {
  readonly experiences: readonly ExperienceAnswer[];
}

export const ExperiencesSection = ({ experiences }: ExperiencesSectionProps) => (
  <Section
    id="experiences"
    title="Experiences"
    more={{ to: '/experiences', text: 'See full list' }}
  >
    <ol role="list">
      {experiences.map((experience, index) => (
        <ExperienceRow key={index} experience={experience} />
      ))}
    </ol>
  </Section>
);
