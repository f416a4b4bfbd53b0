import { BLOGS_PER_PAGE, failureMessages, postPath, type PostHeading } from 'content-schema';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Pagination } from '../../../ui/pagination/pagination.tsx';
import { paginate } from '../../../ui/pagination/paging.ts';
import { useFileProblems } from '../../editing/edit/file-problems.tsx';
import { ActionNote } from '../../layout/action.tsx';
import { SelectionBar } from '../../layout/select-box.tsx';
import { useSelection } from '../../layout/use-selection.ts';
import { DeletePostsDialog } from '../delete-posts-dialog.tsx';
import { POSTS } from '../../../paths.ts';
import { usePostActions } from '../../layout/use-post-actions.ts';
import { useTextSearch, type Posts } from '../../../data/posts.ts';
import { filterPosts, filterQuery, NO_FILTER, tagsOf } from './list-filter.ts';
import { PostFilter, useListFilter } from './post-filter.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './posts-table.module.css';
import { PostRow } from './post-row.tsx';

interface BulkBarProps {
  readonly count: number;
  /** Whether all posts on the page are selected. */
  readonly wholePage: boolean;
  /** The number of posts on all pages. */
  readonly result: number;
  readonly busy: boolean;
  readonly onSelectPage: (selected: boolean) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onHide: () => void;
  readonly onShow: () => void;
  readonly onDelete: () => void;
}

/** Selects posts, and shows the actions on the selected ones. */
const BulkBar = (props: BulkBarProps) => {
  const { count, wholePage, result, busy, onSelectPage, onSelectAll, onClear } = props;
  const { onHide, onShow, onDelete } = props;
  return (
    <SelectionBar
      label="Select all on this page"
      count={count}
      all={wholePage}
      onSelectAll={onSelectPage}
      actions="Selected posts"
    >
      {wholePage && count < result && (
        <Button variant="plain" onClick={onSelectAll}>
          Select all {result}
        </Button>
      )}
      <Button variant="plain" onClick={onClear}>
        Clear selection
      </Button>
      <Button variant="plainStrong" pending={busy} onClick={onHide}>
        Hide selected
      </Button>
      <Button variant="plainStrong" pending={busy} onClick={onShow}>
        Show selected
      </Button>
      <Button variant="plainDanger" pending={busy} onClick={onDelete}>
        Delete selected
      </Button>
    </SelectionBar>
  );
};

interface PostsTableProps {
  readonly posts: Posts;
  readonly all: readonly PostHeading[];
}

const FAILED = {
  visibility: failureMessages.actOnPost,
  deletion: failureMessages.actOnPost,
};

const idsOf = (posts: readonly PostHeading[]): string[] => posts.map(({ id }) => id);

export const PostsTable = ({ posts, all }: PostsTableProps) => {
  const [filter, setFilter] = useListFilter();
  const problems = useFileProblems();
  const { status, setHidden, remove } = usePostActions(posts, FAILED);
  const [pendingDeletion, setPendingDeletion] = useState<readonly PostHeading[]>([]);
  // Deferred, so that searching many posts doesn't slow down typing.
  const deferredFilter = useDeferredValue(filter);
  const inTexts = useTextSearch(posts, deferredFilter.words);
  const result = filterPosts(all, deferredFilter, inTexts);
  const { items, page, pageCount } = paginate(result, deferredFilter.page, BLOGS_PER_PAGE);
  const selection = useSelection(result);
  const { selected } = selection;

  const hideSelected = async (hidden: boolean) => {
    if (await setHidden(idsOf(selected), hidden)) selection.clear();
  };
  const confirmDeletion = () => {
    setPendingDeletion([]);
    void remove(idsOf(pendingDeletion));
  };

  if (all.length === 0) {
    return (
      <>
        <p className="empty">There are no posts yet. Create one, or import Markdown files.</p>
        <ActionNote status={status} />
      </>
    );
  }
  return (
    <>
      <PostFilter filter={filter} tags={tagsOf(all)} onChange={setFilter} />
      <div>
        <p className="count" role="status">
          {result.length === all.length
            ? `${all.length} ${all.length === 1 ? 'post' : 'posts'}`
            : `${result.length} of ${all.length} posts`}
        </p>
        {items.length > 0 ? (
          <BulkBar
            count={selected.length}
            wholePage={items.every(selection.has)}
            result={result.length}
            busy={status.state === 'busy'}
            onSelectPage={(on) => selection.set(items, on)}
            onSelectAll={() => selection.set(result, true)}
            onClear={selection.clear}
            onHide={() => void hideSelected(true)}
            onShow={() => void hideSelected(false)}
            onDelete={() => setPendingDeletion(selected)}
          />
        ) : (
          <div className={classNames('empty stack-4 start', styles.nothing)}>
            <p>No post matches.</p>
            <Button onClick={() => setFilter(NO_FILTER)}>Show all posts</Button>
          </div>
        )}
        <ul role="list">
          {items.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              problems={problems.filter(({ path }) => path === postPath(post.id))}
              selection={selection}
              onHide={() => void setHidden([post.id], !post.hidden)}
              onDelete={() => setPendingDeletion([post])}
            />
          ))}
        </ul>
      </div>
      <Pagination
        page={page}
        pageCount={pageCount}
        path={`${POSTS}${filterQuery({ ...filter, page: null })}`}
      />
      <DeletePostsDialog
        posts={pendingDeletion}
        onConfirm={confirmDeletion}
        onCancel={() => setPendingDeletion([])}
      />
      <ActionNote status={status} />
    </>
  );
};
