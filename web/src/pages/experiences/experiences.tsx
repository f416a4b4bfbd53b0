import { RESUME_SECTION_NAMES, resumeSections, type ResumeSectionName } from 'content-schema';
import type { ReactNode } from 'react';
import type { PublicShell } from '../../data/page-data.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import { ownerName } from '../../site/home-link.ts';
import { PageHead } from '../../site/page-head.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './experiences.module.css';
import { Explore } from './explore.tsx';
import { sectionContent, type Resume } from './section-content.tsx';

interface PageSectionProps {
  readonly name: ResumeSectionName;
  /** Nothing where the section has no entries. */
  readonly children: ReactNode;
}

/** A part of the page that a link leads to. */
const PageSection = ({ name, children }: PageSectionProps) => {
  const { id, title } = resumeSections[name];
  const headingId = `${id}-heading`;
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId} tabIndex={-1}>
      <h2 id={headingId} className={styles.heading}>
        {title}
      </h2>
      {children ?? <p className={styles.empty}>Nothing is listed here yet.</p>}
    </section>
  );
};

interface ExperiencesProps extends PublicShell {
  readonly resume: Resume;
}

/** `/experiences` */
export const Experiences = ({ resume, ...site }: ExperiencesProps) => {
  const names = RESUME_SECTION_NAMES.filter((name) => resume.sections[name].visible);
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
                {sectionContent(name, resume)}
              </PageSection>
            ))}
          </div>
        </div>
      )}
    </PublicPage>
  );
};
