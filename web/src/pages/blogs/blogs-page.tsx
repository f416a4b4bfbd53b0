import { counted, type PostHeading, type PostSummary } from 'content-schema';
import { Suspense } from 'react';
import { lazyPage } from '../../routing/lazy-page.tsx';
import { ownerName } from '../../site/text.ts';
import { PageHead } from '../../site/page-head.tsx';
import { pagePath, pageTitle } from '../../ui/pagination/paging.ts';
import { PostIndex } from '../../site/post-index.tsx';
import type { PageView } from '../../data/page-data.ts';
import { BLOGS, searchPath } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { SearchForm } from '../../site/search/search-form.tsx';
import { postListing, type PagedPosts } from '../../site/post-lists.ts';
import { Metadata } from '../../metadata/metadata.tsx';

type BlogsView = Omit<PagedPosts<PostHeading>, 'posts'>;

interface BlogsProps extends Omit<PageProps<BlogsView>, 'view'> {
  readonly view?: PagedPosts<PostSummary> & Pick<PageView, 'card'>;
}

/** Marks the words of a search; lazy, since few visitors need it. */
const SearchResults = lazyPage(() => import('./search-results.tsx'));

const LOADING = 'Loading blogs…';

export const Blogs = ({ view, location: { query }, frame }: BlogsProps) => {
  const { page, pageCount, total } = view ?? { page: 1, pageCount: 1, total: 0 };
  const heading = query === '' ? 'Blogs' : `Posts with “${query}”`;
  const pageOf = pageCount > 1 ? `Page ${page} of ${pageCount}` : undefined;
  return (
    <>
      <Metadata
        frame={frame}
        title={pageTitle(heading, page)}
        description={`All blog posts by ${ownerName(frame)}, newest first.`}
        path={pagePath(query === '' ? BLOGS : searchPath(query), page)}
        card={view?.card}
        crumbs={import.meta.env.SSR ? [{ name: 'Blogs', path: BLOGS }] : []}
      />
      {query !== '' && <meta name="robots" content="noindex" />}
      <PageHead
        up={query === '' ? { to: '/#blogs', text: 'Home' } : { to: BLOGS, text: 'All blogs' }}
        heading={heading}
        tools={<SearchForm query={query} />}
      >
        {query === '' || total === 0 ? pageOf : counted(total, 'post')}
      </PageHead>
      {query === '' ? (
        <PostIndex
          listing={view}
          path={BLOGS}
          loading={LOADING}
          empty="No blogs are published yet. Check back soon."
        />
      ) : (
        <Suspense>
          <SearchResults listing={view} query={query} />
        </Suspense>
      )}
    </>
  );
};

export const blogsPage = definePage<BlogsView>({
  path: BLOGS,
  paged: true,
  searched: true,
  sitemap: () => [{ path: BLOGS }],
  card: () => ({ title: 'Blogs' }),
  pending: LOADING,
  Pending: Blogs,
  select: ({ posts }, { page }) => postListing(posts, page),
  Page: Blogs,
});
