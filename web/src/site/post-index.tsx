import type { PostSummary } from 'content-schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BLOGS, TAGS } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { Pagination } from '../ui/pagination/pagination.tsx';
import styles from './post-index.module.css';
import type { PagedPosts } from './post-lists.ts';
import { PostList } from './post-list.tsx';

interface PostIndexProps {
  readonly listing: PagedPosts<PostSummary> | undefined;
  readonly path: string;
  readonly loading: string;
  readonly empty: string;
  readonly mark?: ((text: string) => ReactNode) | undefined;
}

export const PostIndex = ({ listing, path, loading, empty, mark }: PostIndexProps) => (
  <div className={classNames('page', styles.index)}>
    {listing === undefined || listing.posts.length === 0 ? (
      <p className="empty" role="status">
        {listing === undefined ? loading : empty}
        {listing && path !== BLOGS && (
          <>
            {' '}
            <Link to={BLOGS}>All blogs</Link>&nbsp;· <Link to={TAGS}>Tags</Link>
          </>
        )}
      </p>
    ) : (
      <PostList posts={listing.posts} heading="h2" mark={mark} />
    )}
    {listing && <Pagination page={listing.page} pageCount={listing.pageCount} path={path} />}
  </div>
);
