import type { PostHeading } from 'content-schema';
import type { PageView } from '../../data/page-data.ts';
import { Metadata } from '../../metadata/metadata.tsx';
import { BLOGS, tagPath } from '../../paths.ts';
import type { PageProps } from '../../site/define-page.tsx';
import { PageHead } from '../../site/page-head.tsx';
import { PostIndex } from '../../site/post-index.tsx';
import type { TagListing } from '../../site/post-lists.ts';
import { ownerName, tagHeading } from '../../site/text.ts';
import { pagePath, pageTitle } from '../../ui/pagination/paging.ts';

export type TagView = Omit<TagListing<PostHeading>, 'posts'>;

export interface TagProps extends Omit<PageProps<TagView>, 'view'> {
  /** Absent until the posts have loaded. */
  readonly view?: TagView & PageView;
}

const countSentence = (total: number): string =>
  total === 1 ? 'There is 1 post with this tag.' : `There are ${total} posts with this tag.`;

const Tag = ({ view, location, frame }: TagProps) => {
  const slug = location.param;
  const { tag, page, total } = view ?? { tag: slug, page: 1, total: 0 };
  return (
    <>
      <Metadata
        frame={frame}
        title={pageTitle(tagHeading(tag), page)}
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
          title={`${tagHeading(tag)} (Atom)`}
        />
      )}
      <PageHead up={{ to: BLOGS, text: 'All blogs' }} heading={tagHeading(tag)}>
        {total > 0 ? countSentence(total) : undefined}
      </PageHead>
      <PostIndex
        listing={view}
        path={tagPath(slug)}
        loading="Loading blogs…"
        empty={`No posts currently use the tag “${tag}”.`}
      />
    </>
  );
};

export default Tag;
