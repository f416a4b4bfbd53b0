import { siteName } from '../../components/home-link.ts';
import { PageHead } from '../../components/page-head.tsx';
import { PostIndex } from '../../components/post-index.tsx';
import { PublicPage, type PublicFrame } from '../../components/public-page.tsx';
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
      <title>{`${titleOf(page)} – ${siteName(site.frame)}`}</title>
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
