import { CONTENT_FOLDERS, photoOf, postPath } from 'content-schema';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePhotos } from '../../data/photos.ts';
import { usePosts } from '../../data/posts.ts';
import { historyPath, type HistoryFilter } from '../../paths.ts';
import { readPage } from '../../ui/pagination/paging.ts';
import { MAIN_FILE_NAMES, fileName } from '../editing/changes/change-names.ts';
import { classNames } from '../../ui/class-names.ts';
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

interface HistoryFilterHook {
  readonly filter: Required<HistoryFilter>;
  /** The same filter, delayed until typing in the search field pauses. */
  readonly settled: Required<HistoryFilter>;
  readonly change: (filter: HistoryFilter) => void;
}

const DEBOUNCE_MS = 250;

/**
 * Keeps the filter in the address. A change replaces the address without a navigation, which would
 * move the focus to the heading.
 */
export const useHistoryFilter = (): HistoryFilterHook => {
  const { search } = useLocation();
  const [navigated, setNavigated] = useState(search);
  const [filter, setFilter] = useState(() => readFilter(search));
  const [words, setWords] = useState(filter.q);
  if (search !== navigated) {
    const next = readFilter(search);
    setNavigated(search);
    setFilter(next);
    setWords(next.q);
  }
  useEffect(() => {
    const timer = setTimeout(() => setWords(filter.q), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [filter.q]);

  const change = (next: HistoryFilter) => {
    const address = historyPath(next);
    setFilter(readFilter(new URL(address, location.href).search));
    history.replaceState(history.state, '', address);
  };
  return { filter, settled: { ...filter, q: words }, change };
};

const KINDS: readonly (readonly [path: string, name: string])[] = [
  ...MAIN_FILE_NAMES,
  [CONTENT_FOLDERS.posts, 'All posts'],
  [CONTENT_FOLDERS.photos, 'All photos'],
  [CONTENT_FOLDERS.logo, 'Logo'],
];

/** The name in the interface of a path: a file, a folder, or the folder of a photo. */
const usePathName = (path: string): string => {
  const posts = usePosts().stored?.response ?? [];
  const photo = photoOf(path);
  const { photos } = usePhotos(photo !== undefined);
  const kind = KINDS.find(([it]) => it === path);
  if (kind) return kind[1];
  const known = photo && photos?.find(({ id }) => id === photo.id);
  return known ? `Photo ${known.filename}` : fileName(path, posts);
};

interface HistoryFilterProps {
  readonly filter: Required<HistoryFilter>;
  readonly onChange: (filter: HistoryFilter) => void;
}

/** The fields that filter the list of changes by file and by words. */
export const HistoryFilterFields = ({ filter, onChange }: HistoryFilterProps) => {
  const [thingId, searchId] = [useId(), useId()];
  const posts = usePosts().stored?.response ?? [];
  const { path, part, q } = filter;
  const name = usePathName(path);
  const postFiles = posts.map((post) => [postPath(post.id), post.title] as const);
  const isListed = path === '' || [...KINDS, ...postFiles].some(([it]) => it === path);
  return (
    <search className={classNames(fields.fields, 'stack-3', styles.filter)}>
      <div>
        <label htmlFor={thingId}>Show changes of</label>
        <select
          id={thingId}
          value={path}
          onChange={({ target }) => onChange({ path: target.value, q })}
        >
          <option value="">Everything</option>
          {!isListed && <option value={path}>{name}</option>}
          {KINDS.map(([it, kind]) => (
            <option key={it} value={it}>
              {kind}
            </option>
          ))}
          <optgroup label="Posts">
            {postFiles.map(([it, title]) => (
              <option key={it} value={it}>
                Post “{title}”
              </option>
            ))}
          </optgroup>
        </select>
      </div>
      <div>
        <label htmlFor={searchId}>Search</label>
        <input
          id={searchId}
          type="search"
          autoComplete="off"
          value={q}
          onChange={({ target }) => onChange({ path, part, q: target.value })}
        />
      </div>
    </search>
  );
};
