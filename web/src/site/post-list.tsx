import {
  listDate,
  photoSourceSet,
  sizedPhotoAddress,
  type PostImage,
  type PostSummary,
} from 'content-schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../ui/class-names.ts';
import styles from './rows.module.css';
import type { PostLinkState } from '../data/use-page.ts';
import { dayOf } from './text.ts';
import { TitleTransition } from './title-transition.tsx';
import { postPath } from '../paths.ts';

interface PostListProps {
  readonly posts: readonly PostSummary[];
  /** The level of the titles, one below the list's own heading. */
  readonly heading: 'h2' | 'h3';
  /** Marks search words in titles and excerpts. */
  readonly mark?: ((text: string) => ReactNode) | undefined;
}

interface PostRowProps extends Pick<PostListProps, 'heading'> {
  readonly post: PostSummary;
  readonly before: PostSummary | undefined;
  readonly mark: (text: string) => ReactNode;
}

/** Allows a line break after the dot, not before it. */
const BETWEEN_TAGS = '\u00a0· ';
/** The number of tags to show; the post's own page shows all. */
const TAGS_MAX = 5;

const THUMBNAIL_WIDTHS = [160, 320, 480] as const;
/** Must match the widths in the style sheet of lists. */
const THUMBNAIL_SIZES = '(min-width: 75rem) 12rem, (min-width: 45rem) 10rem, 100vw';

interface ThumbnailProps {
  readonly picture: PostImage;
  /** Whether it is at the top of the page, where it is probably the largest contentful paint. */
  readonly first: boolean;
}

/** Decorative, hence the empty `alt`: the title beside it says the same. */
const Thumbnail = ({ picture, first }: ThumbnailProps) => {
  const { formats, colour, focus } = picture;
  return (
    <picture>
      {formats.slice(0, -1).map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={photoSourceSet(picture, THUMBNAIL_WIDTHS, format)}
          sizes={THUMBNAIL_SIZES}
        />
      ))}
      <img
        src={sizedPhotoAddress(picture, 320)}
        alt=""
        width={96}
        height={64}
        loading={first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        data-colour={colour}
        data-focus={focus}
      />
    </picture>
  );
};

const yearOf = (post: PostSummary) => listDate(post)?.slice(0, 4);

const monthOf = (isoDate?: string) => isoDate?.slice(0, 7);

const PostRow = ({ post, before, heading: Heading, mark }: PostRowProps) => {
  const { createdAt, updatedAt } = post;
  const year = yearOf(post);
  const link = { to: postPath(post.id), state: { post } satisfies PostLinkState };
  return (
    <li className={classNames('stack-3 h-entry', styles.row, post.picture && styles.pictured)}>
      <div className={classNames('small', styles.margin)}>
        {year && year !== (before && yearOf(before)) && (
          <p className={styles.year} aria-hidden="true">
            {year}
          </p>
        )}
        {/* Why the post stands above newer ones, or below another year. */}
        {updatedAt && monthOf(updatedAt) !== monthOf(createdAt) && (
          <p className="muted">updated {dayOf(updatedAt)}</p>
        )}
        {createdAt && (
          <time className="muted dt-published" dateTime={createdAt}>
            {dayOf(createdAt)}
          </time>
        )}
      </div>
      <article className={styles.body} lang={post.lang}>
        <TitleTransition post={post}>
          <Heading className="larger" dir="auto">
            <Link className="quiet-link p-name u-url" {...link}>
              {mark(post.title)}
            </Link>
          </Heading>
        </TitleTransition>
        <p className={classNames('p-summary', styles.text)} dir="auto">
          {mark(post.excerpt)}
        </p>
      </article>
      <div className={classNames('small muted', styles.facts)}>
        {post.minutes !== undefined && <p>{post.minutes} min read</p>}
        {post.tags.length > 0 && (
          <p dir="auto">{post.tags.slice(0, TAGS_MAX).join(BETWEEN_TAGS)}</p>
        )}
      </div>
      {post.picture && (
        <Link className={styles.thumbnail} {...link} tabIndex={-1} aria-hidden="true">
          <Thumbnail picture={post.picture} first={!before && Heading === 'h2'} />
        </Link>
      )}
    </li>
  );
};

/** A list of posts with dates in the margin and excerpts. Each year is shown once. */
export const PostList = ({ posts, heading, mark = String }: PostListProps) => (
  <ol role="list" className={classNames('h-feed', styles.rows)}>
    {posts.map((post, index) => (
      <PostRow key={post.id} post={post} before={posts[index - 1]} heading={heading} mark={mark} />
    ))}
  </ol>
);
