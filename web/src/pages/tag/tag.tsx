import { ownerName } from '../../site/home-link.ts';
import { PageHead } from '../../site/page-head.tsx';
import { pagePath } from '../../ui/pagination/paging.ts';
import { PostIndex } from '../../site/post-index.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import type { PublicShell } from '../../data/page-data.ts';
import { tagPath } from '../../routing/tag-path.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import type { TagListing } from '../../site/posts/tag-listing.ts';

interface TagProps extends PublicShell {
  /** The slug of the address, decoded. */
  readonly slug: string;
  /** Undefined while it is on its way. */
  readonly listing: TagListing | undefined;
}

const headingOf = (tag: string): string => `Posts tagged “${tag}”`;

const titleOf = (tag: string, page: number): string =>
  page === 1 ? headingOf(tag) : `${headingOf(tag)}, page ${page}`;

const countSentence = (total: number): string =>
  total === 1 ? 'There is 1 post with this tag.' : `There are ${total} posts with this tag.`;

/** `/blogs/tags/{tagSlug}` */
export const Tag = ({ slug, listing, ...site }: TagProps) => {
  const { tag, page, total } = listing ?? { tag: slug, page: 1, total: 0 };
  return (
    <PublicPage {...site}>
      <Metadata
        frame={site.frame}
        title={titleOf(tag, page)}
        description={`What ${ownerName(site.frame)} has written about “${tag}”, newest first.`}
        path={pagePath(tagPath(slug), page)}
        crumbs={[
          { name: 'Blogs', path: '/blogs' },
          { name: tag, path: tagPath(slug) },
        ]}
      />
      <PageHead up={{ to: '/blogs', text: 'All blogs' }} heading={headingOf(tag)}>
        {total > 0 ? countSentence(total) : undefined}
      </PageHead>
      <PostIndex
        listing={listing}
        path={tagPath(slug)}
        loading="Loading blogs…"
        empty={`No posts currently use the tag “${tag}”.`}
      />
    </PublicPage>
  );
};
