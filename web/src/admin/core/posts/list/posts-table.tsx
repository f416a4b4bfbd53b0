import {
  BLOGS_PER_PAGE,
  failureMessages,
  postPath,
  problemText,
  type PostHeading,
  type PostKind,
  type Problem,
  counted,
} from 'content-schema';
import { useDeferredValue, useId } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Pagination } from '../../../../ui/pagination/pagination.tsx';
import { paginate } from '../../../../ui/pagination/paging.ts';
import { useFileProblems } from '../../editing/edit/file-problems.tsx';
import { ActionNote } from '../../layout/action.tsx';
import { HiddenBadge, PostDate, ProblemBadge } from '../../layout/badges.tsx';
import { SearchField, SelectField, useFilterInAddress } from '../../layout/list-fields.tsx';
import fields from '../../layout/list-fields.module.css';
import { useAsk } from '../../layout/question.tsx';
import { SelectBox, SelectionBar, useSelection, type Selection } from '../../layout/select-box.tsx';
import { deletionQuestion } from '../deletion-question.tsx';
import { backFrom } from '../../paths.ts';
import { adminPostPath, editPostPath } from '../../../../paths.ts';
import { usePostActions } from '../../layout/use-post-actions.ts';
import { useTextSearch, type Posts } from '../../../../data/posts.ts';
import {
  filterPosts,
  filterQuery,
  NO_FILTER,
  ORDERS,
  readFilter,
  tagsOf,
  VISIBILITIES,
  type ListFilter,
} from './list-filter.ts';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './posts-table.module.css';

interface PostFilterProps {
  readonly filter: ListFilter;
  readonly tags: readonly string[];
  readonly onChange: (filter: ListFilter) => void;
}

const PostFilter = ({ filter, tags, onChange }: PostFilterProps) => {
  const { q, tag, show, sort } = filter;
  const narrow = (changes: Partial<ListFilter>) =>
    onChange({ ...filter, page: NO_FILTER.page, ...changes });
  const listedTags = tag === '' || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <search className={classNames(fields.fields, fields.row)}>
      <SearchField value={q} onChange={(chosen) => narrow({ q: chosen })} />
      <SelectField
        label="Tag"
        value={tag}
        options={[['', 'All tags'], ...listedTags.map((name) => [name, name] as const)]}
        onChange={(chosen) => narrow({ tag: chosen })}
      />
      <SelectField
        label="Show"
        value={show}
        options={Object.entries(VISIBILITIES)}
        onChange={(chosen) => narrow({ show: chosen })}
      />
      <SelectField
        label="Sort by"
        value={sort}
        options={Object.entries(ORDERS)}
        onChange={(chosen) => narrow({ sort: chosen })}
      />
    </search>
  );
};

interface PostRowProps {
  readonly post: PostHeading;
  readonly problems: readonly Problem[];
  readonly selection: Selection<PostHeading>;
  readonly onHide: () => void;
  readonly onDelete: () => void;
}

const PostRow = ({ post, problems, selection, onHide, onDelete }: PostRowProps) => {
  const titleId = useId();
  const { id, title, hidden } = post;
  return (
    <li className={styles.row} data-selected={selection.has(post)}>
      <SelectBox name={title} className={styles.select} item={post} selection={selection} />
      <div>
        <h2 className={classNames('line large', styles.title)}>
          <Link id={titleId} className="quiet-link" to={adminPostPath(id)} dir="auto">
            {title}
          </Link>
          <HiddenBadge post={post} />
          {problems.length > 0 && <ProblemBadge />}
        </h2>
        <PostDate post={post} />
        {problems.slice(0, 1).map((problem) => (
          <p key={problem.message} className={styles.problem}>
            {problemText(problem)}
          </p>
        ))}
      </div>
      <div className={classNames('links', styles.actions)}>
        <ButtonLink variant="plainStrong" to={editPostPath(id)} aria-describedby={titleId}>
          Edit
        </ButtonLink>
        <Button variant="plain" aria-describedby={titleId} onClick={onHide}>
          {hidden ? 'Unhide' : 'Hide'}
        </Button>
        <Button variant="plainDanger" aria-describedby={titleId} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
};

interface PostsTableProps {
  readonly kind: PostKind;
  readonly posts: Posts;
  readonly all: readonly PostHeading[];
}

const FAILED = { visibility: failureMessages.actOnPost, deletion: failureMessages.actOnPost };

const idsOf = (posts: readonly PostHeading[]): string[] => posts.map(({ id }) => id);

export const PostsTable = ({ kind, posts, all }: PostsTableProps) => {
  const { filter, change } = useFilterInAddress(readFilter);
  const pathOf = (next: ListFilter) => `${backFrom(kind).to}${filterQuery(next)}`;
  const setFilter = (next: ListFilter) => change(pathOf(next));
  const problems = useFileProblems();
  const { status, setHidden, remove } = usePostActions(posts, FAILED);
  const ask = useAsk();
  // Deferred, so that searching many posts doesn't slow down typing.
  const deferredFilter = useDeferredValue(filter);
  const inTexts = useTextSearch(posts, deferredFilter.q);
  const result = filterPosts(all, deferredFilter, inTexts);
  const { items, page, pageCount } = paginate(result, deferredFilter.page, BLOGS_PER_PAGE);
  const selection = useSelection(result);
  const { selected } = selection;
  const isPageSelected = items.length > 0 && items.every(selection.has);
  const busy = status.state === 'busy';

  const hideSelected = async (hidden: boolean) => {
    if (await setHidden(idsOf(selected), hidden)) selection.clear();
  };
  const askToDelete = (chosen: readonly PostHeading[]) =>
    ask(deletionQuestion(chosen, () => void remove(idsOf(chosen))));

  if (all.length === 0) {
    return (
      <>
        <p className="empty">
          {kind === 'page'
            ? 'There are no pages yet. Write one: About, Now, an imprint …'
            : 'There are no posts yet. Create one, or import Markdown files.'}
        </p>
        <ActionNote status={status} />
      </>
    );
  }
  const isFiltered = pathOf({ ...filter, page: NO_FILTER.page }) !== backFrom(kind).to;
  return (
    <>
      {kind === 'post' && (isFiltered || all.length > BLOGS_PER_PAGE) && (
        <PostFilter filter={filter} tags={tagsOf(all)} onChange={setFilter} />
      )}
      <div>
        <SelectionBar
          label="Select all on this page"
          total={
            result.length === all.length
              ? counted(all.length, kind)
              : `${result.length} of ${all.length} ${kind}s`
          }
          count={selected.length}
          all={isPageSelected}
          onSelectAll={(on) => selection.set(items, on)}
          actions="Selected posts"
        >
          {isPageSelected && selected.length < result.length && (
            <Button variant="plain" onClick={() => selection.set(result, true)}>
              Select all {result.length}
            </Button>
          )}
          <Button variant="plain" onClick={selection.clear}>
            Clear selection
          </Button>
          <Button variant="plainStrong" pending={busy} onClick={() => void hideSelected(true)}>
            Hide selected
          </Button>
          <Button variant="plainStrong" pending={busy} onClick={() => void hideSelected(false)}>
            Show selected
          </Button>
          <Button variant="plainDanger" pending={busy} onClick={() => askToDelete(selected)}>
            Delete selected
          </Button>
        </SelectionBar>
        {items.length === 0 && (
          <div className="empty stack-4 start">
            <p>No {kind} matches.</p>
            <Button onClick={() => setFilter(NO_FILTER)}>Show all {kind}s</Button>
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
              onDelete={() => askToDelete([post])}
            />
          ))}
        </ul>
      </div>
      <Pagination
        page={page}
        pageCount={pageCount}
        path={pathOf({ ...filter, page: NO_FILTER.page })}
      />
      <ActionNote status={status} />
    </>
  );
};
