import {
  LANDING_POSTS_MAX,
  firstName,
  shownSections,
  visibleContacts,
  visibleHighlights,
  type ProfileResponse,
  type SectionsResponse,
  type SiteShell,
} from 'content-schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EditLink } from '../../site/edit-link/edit-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ArrowRight, GitHubIcon, LinkedInIcon, Mail } from '../../ui/icons.tsx';
import { ownerName, siteName } from '../../site/text.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { Facts } from '../../site/facts.tsx';
import { Markdown } from '../../site/markdown.tsx';
import { ADMIN, BLOGS, EDIT_EXPERIENCES, EXPERIENCES, HOME, POSTS } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { visiblePosts } from '../../site/post-lists.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import { PostList } from '../../site/post-list.tsx';
import { ProjectList } from '../../site/lazy-project-list.ts';
import { ExperienceRow } from '../../site/resume-rows.tsx';
import rows from '../../site/rows.module.css';
import contactStyles from './contact.module.css';
import styles from './landing-page.module.css';

interface ContactLinksProps {
  readonly profile: ProfileResponse;
  readonly texts: { readonly email: string; readonly linkedin: string; readonly github: string };
}

/** A button for each contact that is visible and not empty. Renders nothing without any. */
const ContactLinks = ({ profile, texts }: ContactLinksProps) => {
  const { email, linkedin, github } = visibleContacts(profile);
  if (!email && !linkedin && !github) return null;
  return (
    <div className={classNames('cluster-3', contactStyles.links)}>
      {email && (
        <ButtonLink variant="primary" to={`mailto:${email}`}>
          <Mail size={16} />
          {texts.email}
        </ButtonLink>
      )}
      {linkedin && (
        <ButtonLink to={linkedin} rel="me">
          <LinkedInIcon />
          {texts.linkedin}
        </ButtonLink>
      )}
      {github && (
        <ButtonLink to={github} rel="me">
          <GitHubIcon />
          {texts.github}
        </ButtonLink>
      )}
    </div>
  );
};

interface ContactSectionProps {
  readonly profile: ProfileResponse;
  readonly contact: SectionsResponse['contact'];
}

const ContactSection = ({ profile, contact }: ContactSectionProps) => {
  const texts = {
    email: `Email ${firstName(profile)}`.trim(),
    linkedin: 'Connect on LinkedIn',
    github: 'Explore GitHub',
  };
  return (
    <section id="contact" data-surface="accent" aria-labelledby="contact-heading" tabIndex={-1}>
      <div className={classNames('page stack-5', contactStyles.contact)}>
        <h2 id="contact-heading" className="section-heading">
          Contact
        </h2>
        <EditLink to={`${ADMIN}#contact`} what="contact" />
        <div className="stack-6">
          <Markdown className={contactStyles.text} html={contact.descriptionHtml} />
          <ContactLinks profile={profile} texts={texts} />
        </div>
      </div>
    </section>
  );
};

const LINK_TEXTS = { email: 'Contact me', linkedin: 'LinkedIn', github: 'GitHub' } as const;

const Highlights = ({ profile }: { readonly profile: ProfileResponse }) => {
  const { location, availability, focusAreas } = visibleHighlights(profile);
  const facts = { Location: location, Availability: availability, 'Focus areas': focusAreas };
  return <Facts className={classNames('stack-4', styles.highlights)} facts={facts} />;
};

/** A picture on its own; those in a row have the class of a ratio. */
const PORTRAIT = /<figure class="picture(?! r)[^]*?<\/figure>/;

const Hero = ({ frame }: Pick<PageProps<unknown>, 'frame'>) => {
  const { profile } = frame;
  const { title, tagline, summaryHtml } = profile;
  const [portrait = ''] = PORTRAIT.exec(summaryHtml) ?? [];
  return (
    <section
      className={classNames('page stack-6 h-card', styles.hero, portrait && styles.pictured)}
      aria-label="Introduction"
    >
      <data className="u-url u-uid" value={HOME} hidden />
      <data className="u-photo" value="/icons/512.png" hidden />
      {portrait && <Markdown className={styles.portrait} html={portrait} />}
      <div className={styles.who}>
        {title !== '' && (
          <p className={classNames('small strong p-job-title', styles.title)} dir="auto">
            {title}
          </p>
        )}
        <PageHeading className={classNames('p-name', styles.name)}>
          {profile.name || siteName(frame)}
        </PageHeading>
      </div>
      <EditLink to={`${ADMIN}#identity`} what="introduction" />
      <div className={classNames('stack-5', styles.words)}>
        {tagline !== '' && (
          <p className={classNames('p-note', styles.tagline)} dir="auto">
            {tagline}
          </p>
        )}
        <Markdown html={summaryHtml.replace(portrait, '')} />
        <ContactLinks profile={profile} texts={LINK_TEXTS} />
      </div>
      <Highlights profile={profile} />
    </section>
  );
};

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** The page with the section's full content. Both the heading and a link beside it lead there. */
  readonly more: { readonly to: string; readonly text: string };
  readonly form: string;
  readonly children: ReactNode;
}

const Section = ({ id, title, more, form, children }: SectionProps) => {
  const headingId = `${id}-heading`;
  return (
    <section
      id={id}
      className={classNames('page', styles.section)}
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <div className={classNames('ruled ends', styles.head)}>
        <h2 id={headingId} className="section-heading">
          <Link className="quiet-link" to={more.to}>
            {title}
          </Link>
        </h2>
        <Link className="step-link" to={more.to}>
          {more.text}
          <ArrowRight size={16} />
        </Link>
        <EditLink to={form} what={id} above />
      </div>
      {children}
    </section>
  );
};

interface LandingView
  extends Pick<SiteShell, 'experiences'>, Pick<SiteShell['sections'], 'contact' | 'projects'> {}

const Landing = ({ view, frame }: PageProps<LandingView>) => {
  const { site, profile } = frame;
  return (
    <>
      <Metadata
        frame={frame}
        title=""
        description={site.description || profile.tagline}
        path={HOME}
        card={view.card}
      />
      <link rel="alternate" type="application/json" title="JSON Resume" href="/resume.json" />
      <Hero frame={frame} />
      <Section
        id="experiences"
        title="Experiences"
        more={{ to: EXPERIENCES, text: 'See full list' }}
        form={EDIT_EXPERIENCES}
      >
        {view.experiences.length === 0 ? (
          <p className="empty">Nothing is listed here yet.</p>
        ) : (
          <ol role="list" className={rows.rows}>
            {view.experiences.map((experience, index) => (
              <ExperienceRow key={index} experience={experience} />
            ))}
          </ol>
        )}
      </Section>
      {view.projects && (
        <Section
          id="projects"
          title="Projects"
          more={{ to: `${EXPERIENCES}#projects`, text: 'View all projects' }}
          form={`${EDIT_EXPERIENCES}#education-and-more`}
        >
          <ProjectList projects={view.projects.items} onLanding />
        </Section>
      )}
      <Section id="blogs" title="Blogs" more={{ to: BLOGS, text: 'View all blogs' }} form={POSTS}>
        {view.posts.length === 0 ? (
          <p className="empty">Blog posts are on the way. Check back soon.</p>
        ) : (
          <PostList posts={view.posts} heading="h3" />
        )}
      </Section>
      <ContactSection profile={profile} contact={view.contact} />
    </>
  );
};

export const landingPage = definePage<LandingView>({
  path: HOME,
  sitemap: () => [{ path: HOME }],
  card: (_, frame) => ({ title: ownerName(frame), note: frame.profile.title }),
  pending: 'Loading…',
  standIn: true,
  select: ({ experiences, sections, posts }) => ({
    experiences,
    contact: sections.contact,
    ...(sections.projects?.onLanding &&
      shownSections(sections).includes('projects') && { projects: sections.projects }),
    posts: visiblePosts(posts).slice(0, LANDING_POSTS_MAX),
  }),
  Page: Landing,
});
