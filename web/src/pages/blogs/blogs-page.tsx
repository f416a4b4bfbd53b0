import type { PostHeading, PostSummary } from 'content-schema';
import { ownerName } from '../../site/text.ts';
import { PageHead } from '../../site/page-head.tsx';
import { pagePath } from '../../ui/pagination/paging.ts';
import { PostIndex } from '../../site/post-index.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import type { PageView } from '../../data/page-data.ts';
import { BLOGS } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { postListing, type PagedPosts } from '../../site/post-lists.ts';
import { Metadata } from '../../metadata/metadata.tsx';

type BlogsView = Omit<PagedPosts<PostHeading>, 'posts'>;

interface BlogsProps extends Omit<PageProps<BlogsView>, 'view' | 'location'> {
  /** Undefined while it is on its way. */
  readonly view?: PagedPosts<PostSummary> & Pick<PageView, 'card'>;
}

const LOADING = 'Loading blogs…';

const titleOf = (page: number): string => (page === 1 ? 'Blogs' : `Blogs, page ${page}`);

export const Blogs = ({ view, frame, error, year }: BlogsProps) => {
  const { page, pageCount } = view ?? { page: 1, pageCount: 1 };
  return (
    <PublicPage frame={frame} error={error} year={year}>
      <Metadata
        frame={frame}
        title={titleOf(page)}
        description={`All blog posts by ${ownerName(frame)}, newest first.`}
        path={pagePath(BLOGS, page)}
        card={view?.card}
        crumbs={[{ name: 'Blogs', path: BLOGS }]}
      />
      <PageHead up={{ to: '/#blogs', text: 'Home' }} heading="Blogs">
        {pageCount > 1 ? `Page ${page} of ${pageCount}` : undefined}
      </PageHead>
      <PostIndex
        listing={view}
        path={BLOGS}
        loading={LOADING}
        empty="No blogs are published yet. Check back soon."
      />
    </PublicPage>
  );
};

export const blogsPage = definePage<BlogsView>({
  path: BLOGS,
  paged: true,
  sitemap: () => [{ path: BLOGS }],
  card: () => ({ title: 'Blogs' }),
  pending: LOADING,
  Pending: Blogs,
  standIn: false,
  select: ({ posts }, { page }) => postListing(posts, page),
  Page: Blogs,
});
