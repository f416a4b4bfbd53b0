import {
  resumeSections,
  shownSections,
  visibleContacts,
  type ResumeSectionName,
} from 'content-schema';
import type { ReactNode } from 'react';
import { Metadata } from '../../metadata/metadata.tsx';
import { EDIT_EXPERIENCES, EXPERIENCES } from '../../paths.ts';
import { EditLink } from '../../site/edit-link/edit-link.tsx';
import { ownerName, shortAddress } from '../../site/text.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { PageHead } from '../../site/page-head.tsx';
import { SectionLinks } from '../../site/section-links.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './experiences.module.css';
import { sectionContent, type Resume } from './section-content.tsx';

const HEADING = 'Experience in full';

const formOf = (name: ResumeSectionName): string =>
  name === 'experiencesPage' ? EDIT_EXPERIENCES : `${EDIT_EXPERIENCES}#education-and-more`;

interface PageSectionProps {
  readonly name: ResumeSectionName;
  /** Undefined if the section has no entries. */
  readonly children: ReactNode;
}

const PageSection = ({ name, children }: PageSectionProps) => {
  const { id, title } = resumeSections[name];
  const headingId = `${id}-heading`;
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId} tabIndex={-1}>
      <h2 id={headingId} className={classNames('ruled', styles.heading)}>
        {title}
      </h2>
      <EditLink to={formOf(name)} what={title.toLowerCase()} above />
      {children ?? (
        <p className={classNames('divided muted', styles.empty)}>Nothing is listed here yet.</p>
      )}
    </section>
  );
};

/** The heading on paper: whose CV this is, and how to reach them. */
const Letterhead = ({ frame: { profile } }: Pick<PageProps<Resume>, 'frame'>) => (
  <header className={classNames('page', styles.letterhead)}>
    <p className="title largest">{profile.name}</p>
    <p className="large">{profile.title}</p>
    <p className="small">{Object.values(visibleContacts(profile)).map(shortAddress).join(' · ')}</p>
  </header>
);

const Experiences = ({ view, frame }: PageProps<Resume>) => {
  const names = shownSections(view.sections);
  return (
    <>
      <Metadata
        frame={frame}
        title="Experiences"
        description={`The work, education and skills of ${ownerName(frame)}.`}
        path={EXPERIENCES}
        card={view.card}
        crumbs={import.meta.env.SSR ? [{ name: 'Experiences', path: EXPERIENCES }] : []}
      />
      <link rel="alternate" type="application/json" title="JSON Resume" href="/resume.json" />
      <Letterhead frame={frame} />
      <PageHead
        up={{ to: '/#experiences', text: 'Home' }}
        heading={HEADING}
        tools={
          names.length > 0 && (
            <div className="scripted">
              <Button onClick={() => print()}>Print or save as PDF</Button>
            </div>
          )
        }
      />
      {names.length === 0 ? (
        <p className={classNames('page muted', styles.nothing)}>
          There is nothing to show here yet.
        </p>
      ) : (
        <div className={classNames('page stack-6', styles.columns)}>
          <SectionLinks
            label="Explore"
            isLabelShown
            sections={names.map((name) => resumeSections[name])}
          />
          <div className={styles.sections}>
            {names.map((name) => (
              <PageSection key={name} name={name}>
                {sectionContent(name, view)}
              </PageSection>
            ))}
          </div>
        </div>
      )}
    </>
  );
};

export const experiencesPage = definePage<Resume>({
  path: EXPERIENCES,
  sitemap: () => [{ path: EXPERIENCES }],
  card: () => ({ title: HEADING }),
  pending: 'Loading experiences…',
  standIn: true,
  select: ({ experiences, sections }) => ({ experiences, sections, posts: [] }),
  Page: Experiences,
});
