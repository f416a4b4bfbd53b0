import { BLOGS_PER_PAGE, failureMessages, sortPosts, type PostSource } from 'content-schema';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Pagination } from '../../../ui/pagination/pagination.tsx';
import { paginate } from '../../../ui/pagination/paging.ts';
import { ActionNote } from '../../layout/action-note.tsx';
import { DeletePostsDialog } from '../delete-posts-dialog.tsx';
import { POSTS } from '../post-paths.ts';
import { usePostActions } from '../use-post-actions.ts';
import type { Posts } from '../../../data/posts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { filterPosts, filterQuery, tagsOf } from './list-filter.ts';
import { PostFilter } from './post-filter.tsx';
import styles from './posts-table.module.css';
import { PostRow } from './post-row.tsx';
import { useListFilter } from './use-list-filter.ts';
import { useSelection } from './use-selection.ts';

interface PostListProps {
  readonly posts: Posts;
  readonly all: readonly PostSource[];
}

const FAILED = {
  visibility: failureMessages.actOnPost,
  deletion: failureMessages.actOnPost,
};

/** All posts, a page at a time, to be found, hidden, shown and deleted. */
export const PostList = ({ posts, all }: PostListProps) => {
  const [filter, setFilter] = useListFilter();
  const { status, setHidden, remove } = usePostActions(posts, FAILED);
  const [doomed, setDoomed] = useState<readonly PostSource[]>([]);
  // Typing goes on while many posts are searched.
  const sought = useDeferredValue(filter);
  const found = filterPosts(sortPosts(all), sought);
  const { items, page, pageCount } = paginate(found, sought.page, BLOGS_PER_PAGE);
  const selection = useSelection(items);
  const { selected } = selection;

  const hideSelected = async (hidden: boolean) => {
    if (await setHidden(selected, hidden)) selection.clear();
  };
  const removeDoomed = () => {
    setDoomed([]);
    void remove(doomed);
  };

  if (all.length === 0) {
    return (
      <>
        <p className={styles.empty}>
          There are no posts yet. Create one, or import Markdown files.
        </p>
        <ActionNote status={status} />
      </>
    );
  }
  return (
    <>
      <PostFilter filter={filter} tags={tagsOf(all)} onChange={setFilter} />
      <div>
        <p className={styles.count} role="status">
          {found.length === all.length
            ? `${all.length} ${all.length === 1 ? 'post' : 'posts'}`
            : `${found.length} of ${all.length} posts`}
        </p>
        {items.length > 0 ? (
          <BulkBar
            count={selected.length}
            all={selected.length === items.length}
            busy={status.state === 'busy'}
            onSelectAll={(on) => selection.set(items, on)}
            onHide={() => void hideSelected(true)}
            onShow={() => void hideSelected(false)}
            onDelete={() => setDoomed(selected)}
          />
        ) : (
          <div className={styles.nothing}>
            <p>No post matches.</p>
            <Button onClick={() => setFilter({ words: '', tag: '', page: null })}>
              Show all posts
            </Button>
          </div>
        )}
        <ul role="list">
          {items.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              selected={selection.has(post)}
              onSelect={(on) => selection.set([post], on)}
              onHide={() => void setHidden([post], !post.hidden)}
              onDelete={() => setDoomed([post])}
            />
          ))}
        </ul>
      </div>
      <Pagination
        page={page}
        pageCount={pageCount}
        path={`${POSTS}${filterQuery({ ...filter, page: null })}`}
      />
      <DeletePostsDialog posts={doomed} onConfirm={removeDoomed} onCancel={() => setDoomed([])} />
      <ActionNote status={status} />
    </>
  );
};
