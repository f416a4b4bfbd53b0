import { siteName } from '../../site/home-link.ts';
import { PublicPage } from '../../site/public-page.tsx';
import type { PageViews, PublicShell } from '../../data/page-data.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import { ContactSection } from './contact-section.tsx';
import { ExperiencesSection } from './experiences-section.tsx';
import { Hero } from './hero.tsx';
import { PostsSection } from './posts-section.tsx';

interface LandingProps extends PublicShell {
  readonly view: PageViews['landing'];
}

/** `/` */
export const Landing = ({ view, ...site }: LandingProps) => {
  const { profile } = site.frame;
  return (
    <PublicPage {...site}>
      <Metadata
        frame={site.frame}
        title=""
        description={site.frame.site.description || profile.tagline}
        path="/"
      />
      <Hero profile={profile} heading={profile.name || siteName(site.frame)} />
      <ExperiencesSection experiences={view.experiences} />
      <PostsSection posts={view.posts} />
      <ContactSection profile={profile} contact={view.contact} />
    </PublicPage>
  );
};
