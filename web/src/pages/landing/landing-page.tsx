import { LANDING_POSTS_MAX, shownSections, type SiteShell } from 'content-schema';
import { ownerName, siteName } from '../../site/text.ts';
import { BLOGS, EDIT_EXPERIENCES, EXPERIENCES, HOME, POSTS } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { visiblePosts } from '../../site/post-lists.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import { PostList } from '../../site/post-list.tsx';
import { ExperienceRow, ProjectList } from '../../site/resume-rows.tsx';
import rows from '../../site/rows.module.css';
import { ContactSection } from './contact.tsx';
import { Hero } from './hero.tsx';
import { Section } from './section.tsx';

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
      <Hero profile={profile} heading={profile.name || siteName(frame)} />
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
          <ProjectList projects={view.projects.items} />
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
