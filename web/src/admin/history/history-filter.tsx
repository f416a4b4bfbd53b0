import { CONTENT_FOLDERS, photoOf, postPath } from 'content-schema';
import { usePhotos } from '../../data/photos.ts';
import { usePosts } from '../../data/posts.ts';
import { historyPath, type HistoryFilter } from '../../admin-paths.ts';
import { readPage } from '../../ui/pagination/paging.ts';
import { fileName, postName } from '../editing/changes/change-names.ts';
import { MAIN_FILES } from '../editing/edit/subjects.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { SearchField, SelectField, useFilterInAddress } from '../layout/list-fields.tsx';
import fields from '../layout/list-fields.module.css';
import styles from './history-filter.module.css';

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
export const useHistoryFilter = () => {
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

/** The name in the interface of a path without a kind: a post, or the folder of a photo. */
const usePathName = (path: string): string => {
  const posts = usePosts().stored?.response ?? [];
  const folder = photoOf(path);
  const { photos } = usePhotos(folder !== undefined);
  const photo = folder && photos?.find(({ id }) => id === folder.id);
  return photo ? `Photo ${photo.filename}` : fileName(path, posts);
};

interface HistoryFilterProps {
  readonly filter: Required<HistoryFilter>;
  readonly onChange: (filter: HistoryFilter) => void;
}

/** The fields that filter the list of changes by file and by words. */
export const HistoryFilterFields = ({ filter, onChange }: HistoryFilterProps) => {
  const posts = usePosts().stored?.response ?? [];
  const { path, part, q } = filter;
  const name = usePathName(path);
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
