import {
  isContentPath,
  labelsOf,
  postIdOf,
  postPath,
  sectionsFields,
  type CommitSummary,
  type PostHeading,
} from 'content-schema';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useEditableContent } from '../../data/editable-content.ts';
import { useHistoryPage } from '../../data/history.ts';
import { historyPath, type HistoryFilter } from '../../admin-paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { dayOfChange } from '../editing/changes/change-names.ts';
import { ContentPending, AdminPage } from '../layout/admin-page.tsx';
import { FileLinks } from '../layout/file-links.tsx';
import { publishedBetween, type PublishedPost } from '../layout/visibility.ts';
import { ChangeDays } from './change-days.tsx';
import { HistoryFilterFields, useHistoryFilter } from './history-filter.tsx';
import { PostVersions } from './post-versions.tsx';

interface HistoryStepsProps {
  readonly filter: Required<HistoryFilter>;
  readonly hasMore: boolean;
  /** The date at which a search stopped; the next page continues with older changes. */
  readonly searchedTo: string | undefined;
}

/** Links to newer and older changes. The number of pages is unknown. */
const HistorySteps = ({ filter, hasMore, searchedTo }: HistoryStepsProps) => {
  const { page } = filter;
  if (page === 1 && !hasMore && searchedTo === undefined) return null;
  return (
    <nav className="cluster-3" aria-label="Pages">
      {page > 1 && (
        <ButtonLink rel="prev" to={historyPath({ ...filter, page: page - 1 })}>
          <ArrowLeft size={16} aria-hidden="true" />
          Newer changes
        </ButtonLink>
      )}
      {hasMore && (
        <ButtonLink rel="next" to={historyPath({ ...filter, page: page + 1 })}>
          Older changes
          <ArrowRight size={16} aria-hidden="true" />
        </ButtonLink>
      )}
      {!hasMore && searchedTo !== undefined && (
        <ButtonLink rel="next" to={historyPath({ ...filter, until: searchedTo, page: 1 })}>
          Search before {dayOfChange(searchedTo)}
          <ArrowRight size={16} aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  );
};

const SECTION_LABELS = labelsOf(sectionsFields);

/** Names the part of a file and the last day to which the list is limited. */
const ShownRange = ({ filter }: { readonly filter: Required<HistoryFilter> }) => {
  const { path, part, q, until } = filter;
  return (
    <>
      {part !== '' && (
        <p className="facts note">
          Only “{SECTION_LABELS[`${part}.items`] ?? part}”
          <Link to={historyPath({ path, q, until })}>Show the whole file</Link>
        </p>
      )}
      {until !== '' && (
        <p className="facts note">
          Up to {dayOfChange(until)}
          <Link to={historyPath({ path, part, q })}>Show all days</Link>
        </p>
      )}
    </>
  );
};

/**
 * Returns the posts that became public between the listed changes, on the first page also since: of
 * all posts, or of the file to which the list is limited.
 */
const publishedOn = (
  posts: readonly PostHeading[],
  { path, part, q, until, page }: Required<HistoryFilter>,
  commits: readonly CommitSummary[],
): readonly PublishedPost[] => {
  const [first, last] = [commits[0], commits.at(-1)];
  if (!first || !last || part !== '' || q !== '') return [];
  const end = page === 1 && until === '' ? undefined : Date.parse(first.date);
  const listed = posts.filter(({ id }) => path === '' || path === postPath(id));
  return publishedBetween(listed, Date.parse(last.date), end);
};

/** `/admin/history` */
const HistoryPage = () => {
  const { filter, settled, change } = useHistoryFilter();
  const { response, error, reload } = useHistoryPage(settled);
  const isPost = postIdOf(settled.path) !== undefined;
  const posts = useEditableContent().loaded?.response.posts ?? [];
  return (
    <AdminPage title="History">
      <HistoryFilterFields filter={filter} onChange={change} />
      <ShownRange filter={filter} />
      {response ? (
        <>
          {response.commits.length === 0 && <p className="empty">There are no changes here.</p>}
          {isContentPath(settled.path) && <FileLinks path={settled.path} />}
          {isPost && (response.commits.length > 1 || settled.page > 1) && (
            <PostVersions key={settled.path} path={settled.path} />
          )}
          <ChangeDays
            commits={response.commits}
            published={publishedOn(posts, settled, response.commits)}
          />
          <HistorySteps
            filter={settled}
            hasMore={response.hasMore}
            searchedTo={response.searchedTo}
          />
        </>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default HistoryPage;
