import type { PostHeading } from 'content-schema';
import { ownerName } from '../../site/text.ts';
import { PageHead } from '../../site/page-head.tsx';
import { pagePath } from '../../ui/pagination/paging.ts';
import { PostIndex } from '../../site/post-index.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import type { PageView } from '../../data/page-data.ts';
import { BLOGS, tagPath } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { tagListing, type TagListing } from '../../site/post-lists.ts';
import { Metadata } from '../../metadata/metadata.tsx';

type TagView = Omit<TagListing<PostHeading>, 'posts'>;

interface TagProps extends Omit<PageProps<TagView>, 'view'> {
  readonly view?: TagView & PageView;
}

const LOADING = 'Loading blogs…';

const headingOf = (tag: string): string => `Posts tagged “${tag}”`;

const titleOf = (tag: string, page: number): string =>
  page === 1 ? headingOf(tag) : `${headingOf(tag)}, page ${page}`;

const countSentence = (total: number): string =>
  total === 1 ? 'There is 1 post with this tag.' : `There are ${total} posts with this tag.`;

const Tag = ({ view, location, frame, error, year }: TagProps) => {
  const slug = location.param;
  const { tag, page, total } = view ?? { tag: slug, page: 1, total: 0 };
  return (
    <PublicPage frame={frame} error={error} year={year}>
      <Metadata
        frame={frame}
        title={titleOf(tag, page)}
        description={`What ${ownerName(frame)} has written about “${tag}”, newest first.`}
        path={pagePath(tagPath(slug), page)}
        card={view?.card}
        crumbs={[
          { name: 'Blogs', path: BLOGS },
          { name: tag, path: tagPath(slug) },
        ]}
      />
      {total > 0 && (
        <link
          rel="alternate"
          href={`${tagPath(slug)}/feed.xml`}
          type="application/atom+xml"
          title={`${headingOf(tag)} (Atom)`}
        />
      )}
      <PageHead up={{ to: BLOGS, text: 'All blogs' }} heading={headingOf(tag)}>
        {total > 0 ? countSentence(total) : undefined}
      </PageHead>
      <PostIndex
        listing={view}
        path={tagPath(slug)}
        loading={LOADING}
        empty={`No posts currently use the tag “${tag}”.`}
      />
    </PublicPage>
  );
};

export const tagPage = definePage<TagView>({
  path: `${BLOGS}/tags/:tagSlug`,
  paged: true,
  sitemap: () => [],
  // No card without posts; otherwise anyone could put their own words on a card of this site.
  card: ({ posts }, _, { param }) => (posts.length > 0 ? { title: headingOf(param) } : undefined),
  pending: LOADING,
  Pending: Tag,
  select: ({ posts }, { param, page }) => tagListing(posts, param, page),
  Page: Tag,
});
