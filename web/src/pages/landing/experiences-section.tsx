import type { ExperienceResponse } from 'content-schema';
import { ExperienceRow } from '../../site/experience-row.tsx';
import { Section } from './section.tsx';

interface ExperiencesSectionProps {
  readonly experiences: readonly ExperienceResponse[];
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
