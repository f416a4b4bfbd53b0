import { ownerName } from '../../site/home-link.ts';
import { PageHead } from '../../site/page-head.tsx';
import { pagePath } from '../../ui/pagination/paging.ts';
import { PostIndex } from '../../site/post-index.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import type { PublicShell } from '../../data/page-data.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import type { PostListing } from '../../site/posts/post-listing.ts';

interface BlogsProps extends PublicShell {
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
