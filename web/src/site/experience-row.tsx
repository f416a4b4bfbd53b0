import type { ExperienceResponse } from 'content-schema';
import type { ReactNode } from 'react';
import { ResumeRow } from './resume-row.tsx';
import { TagPills } from './tag-pills.tsx';

interface ExperienceRowProps {
  readonly experience: ExperienceResponse;
  readonly children?: ReactNode;
}

export const ExperienceRow = ({ experience, children }: ExperienceRowProps) => {
  const { role, company, year, location, descriptionHtml, stack } = experience;
  return (
    <ResumeRow
      year={year}
      location={location}
      title={role}
      subtitle={company}
      html={descriptionHtml}
      facts={<TagPills tags={stack} label="Skills" />}
    >
      {children}
    </ResumeRow>
  );
};
