import { useMemo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ownerName } from '../../site/home-link.ts';
import { PageHead } from '../../site/page-head.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import type { PublicShell } from '../../data/page-data.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import styles from './experiences.module.css';
import { Explore } from './explore.tsx';
import { SectionContent, type Resume } from './section-content.tsx';
import { shownSections } from './shown-sections.ts';
import { PageSection } from './page-section.tsx';

interface ExperiencesProps extends PublicShell {
  readonly resume: Resume;
}

/** `/experiences` */
export const Experiences = ({ resume, ...site }: ExperiencesProps) => {
  const names = useMemo(() => shownSections(resume.sections), [resume]);
  return (
    <PublicPage {...site}>
      <Metadata
        frame={site.frame}
        title="Experiences"
        description={`The work, education and skills of ${ownerName(site.frame)}.`}
        path="/experiences"
        crumbs={[{ name: 'Experiences', path: '/experiences' }]}
      />
      <PageHead up={{ to: '/#experiences', text: 'Home' }} heading="Experience in full" />
      {names.length === 0 ? (
        <p className={classNames('page', styles.nothing)}>There is nothing to show here yet.</p>
      ) : (
        <div className={classNames('page', styles.columns)}>
          <Explore names={names} />
          <div className={styles.sections}>
            {names.map((name) => (
              <PageSection key={name} name={name}>
                <SectionContent name={name} resume={resume} />
              </PageSection>
            ))}
          </div>
        </div>
      )}
    </PublicPage>
  );
};
