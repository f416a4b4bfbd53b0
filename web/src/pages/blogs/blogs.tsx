import { ownerName } from '../../components/home-link.ts';
import { PageHead } from '../../components/page-head.tsx';
import { pagePath } from '../../posts/paging.ts';
import { PostIndex } from '../../components/post-index.tsx';
import { PublicPage } from '../../components/public-page.tsx';
import type { PublicFrame } from '../../data/page-data.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import type { PostListing } from '../../posts/post-listing.ts';

interface BlogsProps extends PublicFrame {
  /** Undefined while it is on its way. */
  readonly listing: PostListing | undefined;
}

const titleOf = (page: number): string => (page === 1 ? 'Blogs' : `Blogs, page ${page}`);

/** `/blogs` */
export const Blogs = ({ listing, ...site }: BlogsProps) => {
  const { page, pageCount } = listing ?? { page: 1, pageCount: 1 };
  return (
    <PublicPage {...site}>
      <Metadata
        frame={site.frame}
        title={titleOf(page)}
        description={`All blog posts by ${ownerName(site.frame)}, newest first.`}
        path={pagePath('/blogs', page)}
        crumbs={[{ name: 'Blogs', path: '/blogs' }]}
      />
      <PageHead up={{ to: '/#blogs', text: 'Home' }} heading="Blogs">
        {pageCount > 1 ? `Page ${page} of ${pageCount}` : undefined}
      </PageHead>
      <PostIndex
        listing={listing}
        path="/blogs"
        loading="Loading blogs…"
        empty="No blogs are published yet. Check back soon."
      />
    </PublicPage>
  );
};
