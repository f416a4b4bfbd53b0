import { LANDING_POSTS_MAX, type SiteShell } from 'content-schema';
import { siteName } from '../../site/home-link.ts';
import { PublicPage } from '../../site/public-page.tsx';
import { HOME } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { visiblePosts } from '../../site/post-lists.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import { ContactSection } from './contact-section.tsx';
import { ExperiencesSection } from './experiences-section.tsx';
import { Hero } from './hero.tsx';
import { PostsSection } from './posts-section.tsx';

type LandingView = Pick<SiteShell, 'experiences'> & Pick<SiteShell['sections'], 'contact'>;

export const Landing = ({ view, frame, error, year }: PageProps<LandingView>) => {
  const { site, profile } = frame;
  return (
    <PublicPage frame={frame} error={error} year={year}>
      <Metadata
        frame={frame}
        title=""
        description={site.description || profile.tagline}
        path={HOME}
      />
      <Hero profile={profile} heading={profile.name || siteName(frame)} />
      <ExperiencesSection experiences={view.experiences} />
      <PostsSection posts={view.posts} />
      <ContactSection profile={profile} contact={view.contact} />
    </PublicPage>
  );
};

export const landingPage = definePage<LandingView>({
  path: HOME,
  paged: false,
  sitemap: () => [{ path: HOME }],
  pending: 'Loading…',
  standIn: true,
  select: ({ experiences, sections, posts }) => ({
    experiences,
    contact: sections.contact,
    posts: visiblePosts(posts).slice(0, LANDING_POSTS_MAX),
  }),
  Page: Landing,
});
