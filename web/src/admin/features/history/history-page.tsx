import {
  CONTENT_FOLDERS,
  isContentPath,
  labelsOf,
  photoOf,
  postIdOf,
  postPath,
  sectionsFields,
  type CommitSummary,
  type HistoryResponse,
  type PostHeading,
} from 'content-schema';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useEditableContent } from '../../../data/editable-content.ts';
import { useHistoryPage } from './use-history.ts';
import { usePhotos } from '../../../data/photos.ts';
import { usePosts } from '../../../data/posts.ts';
import { historyPath, type HistoryFilter } from './paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { readPage } from '../../../ui/pagination/paging.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { dayOfChange, fileName, postName } from '../../core/editing/changes/change-names.ts';
import { MAIN_FILES } from '../../core/editing/edit/targets.ts';
import { ContentPending, AdminPage } from '../../core/layout/admin-page.tsx';
import { FileLinks } from './links.tsx';
import fields from '../../core/layout/list-fields.module.css';
import { SearchField, SelectField, useFilterInAddress } from '../../core/layout/list-fields.tsx';
import { publishedBetween, type PublishedPost } from './published-posts.ts';
import { ChangeDays } from './change-days.tsx';
import styles from './history-page.module.css';
import { PostVersions } from './post-versions.tsx';

const PAGES_MAX = 10_000;

const readFilter = (search: string): Required<HistoryFilter> => {
  const query = new URLSearchParams(search);
  return {
    path: query.get('path') ?? '',
    part: query.get('part') ?? '',
    q: query.get('q') ?? '',
    until: query.get('until') ?? '',
    page: readPage(query.get('page'), PAGES_MAX) ?? 1,
  };
};

const DEBOUNCE_MS = 250;

/** The filter in the address, and the same filter delayed until typing in the search field pauses. */
const useHistoryFilter = () => {
  const { filter, navigated, change } = useFilterInAddress(readFilter);
  const typed = useDebounced(filter.q, DEBOUNCE_MS);
  const settled = { ...filter, q: filter.q === navigated.q ? filter.q : typed };
  return { filter, settled, change: (next: HistoryFilter) => change(historyPath(next)) };
};

const KINDS: readonly (readonly [path: string, name: string])[] = [
  ['', 'Everything'],
  ...[...MAIN_FILES].map(([path, { title }]) => [path, title] as const),
  [CONTENT_FOLDERS.posts, 'All posts'],
  [CONTENT_FOLDERS.pages, 'All pages'],
  [CONTENT_FOLDERS.photos, 'All photos'],
  [CONTENT_FOLDERS.logo, 'Logo'],
];

interface HistoryFilterProps {
  readonly filter: Required<HistoryFilter>;
  readonly onChange: (filter: HistoryFilter) => void;
}

const HistoryFilterFields = ({ filter, onChange }: HistoryFilterProps) => {
  const posts = usePosts().stored?.response ?? [];
  const { path, part, q } = filter;
  const folder = photoOf(path);
  const { photos } = usePhotos(folder !== undefined);
  const photo = folder && photos?.find(({ id }) => id === folder.id);
  const name = photo ? `Photo ${photo.filename}` : fileName(path, posts);
  const isListed =
    KINDS.some(([kind]) => kind === path) || posts.some(({ id }) => postPath(id) === path);
  return (
    <search className={classNames(fields.fields, 'stack-3', styles.filter)}>
      <SelectField
        label="Show changes of"
        value={path}
        options={isListed ? KINDS : KINDS.toSpliced(1, 0, [path, name])}
        onChange={(chosen) => onChange({ path: chosen, q })}
      >
        <optgroup label="Posts">
          {posts.map(({ id, title }) => (
            <option key={id} value={postPath(id)}>
              {postName(title)}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <SearchField value={q} onChange={(words) => onChange({ path, part, q: words })} />
    </search>
  );
};

interface HistoryStepsProps extends Pick<HistoryResponse, 'hasMore' | 'searchedTo'> {
  readonly filter: Required<HistoryFilter>;
}

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

const ShownRange = ({ filter }: { readonly filter: Required<HistoryFilter> }) => {
  const { path, part, q, until } = filter;
  const section = SECTION_LABELS[`${part}.items`] ?? part;
  const limits = [
    [part && `Only “${section}”`, 'Show the whole file', { path, q, until }],
    [until && `Up to ${dayOfChange(until)}`, 'Show all days', { path, part, q }],
  ] as const;
  return limits.map(
    ([limit, without, wider]) =>
      limit !== '' && (
        <p key={without} className="facts note">
          {limit}
          <Link to={historyPath(wider)}>{without}</Link>
        </p>
      ),
  );
};

/** The posts that became public between the listed changes, and on the first page since then. */
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
          <HistorySteps filter={settled} {...response} />
        </>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default HistoryPage;
