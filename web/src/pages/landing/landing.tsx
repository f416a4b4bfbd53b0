import type { ContentSummaryAnswer } from 'content-schema';
import { siteName } from '../../components/home-link.ts';
import { Notice } from '../../components/notice.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { SiteHeader } from '../../components/site-header.tsx';
import { SkipLink } from '../../components/skip-link.tsx';
import { ContactSection } from './contact-section.tsx';
import { ExperiencesSection } from './experiences-section.tsx';
import { Hero } from './hero.tsx';
import { PostsSection } from './posts-section.tsx';

interface LandingProps {
  readonly content: ContentSummaryAnswer;
  /** Why the content is not the stored one. */
  readonly error: string | undefined;
  readonly year: number;
}

export const Landing = ({ content, error, year }: LandingProps) => {
  const { site, profile, experiences, posts, sections } = content;
  return (
    <>
      <title>{siteName(content)}</title>
      <meta name="description" content={site.description} />
      <SkipLink />
      <SiteHeader frame={content} />
      <main id="main" tabIndex={-1}>
        {error !== undefined && <Notice>{error}</Notice>}
        <Hero profile={profile} heading={profile.name || siteName(content)} />
        <ExperiencesSection experiences={experiences} />
        <PostsSection posts={posts} />
        <ContactSection profile={profile} contact={sections.contact} />
      </main>
      <SiteFooter profile={profile} year={year} />
    </>
  );
};
