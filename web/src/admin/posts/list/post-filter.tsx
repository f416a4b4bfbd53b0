import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type ListFilter, filterQuery, readFilter } from './list-filter.ts';
import styles from './post-filter.module.css';

/**
 * The filter in the address. What is typed into it replaces the address without a navigation,
 * which would take the focus to the heading at each letter.
 */
export const useListFilter = (): [ListFilter, (filter: ListFilter) => void] => {
  const { search } = useLocation();
  const [navigated, setNavigated] = useState(search);
  const [filter, setFilter] = useState(() => readFilter(search));
  if (search !== navigated) {
    setNavigated(search);
    setFilter(readFilter(search));
  }

  const change = (next: ListFilter) => {
    setFilter(next);
    history.replaceState(history.state, '', `${location.pathname}${filterQuery(next)}`);
  };
  return [filter, change];
};

interface PostFilterProps {
  readonly filter: ListFilter;
  readonly tags: readonly string[];
  readonly onChange: (filter: ListFilter) => void;
}

/** Narrows the list of posts. */
export const PostFilter = ({ filter, tags, onChange }: PostFilterProps) => {
  const id = useId();
  const { words, tag } = filter;
  const narrow = (changes: Partial<ListFilter>) => onChange({ ...filter, ...changes, page: null });
  return (
    <search className={styles.filter}>
      <label htmlFor={`${id}-words`}>Search</label>
      <input
        id={`${id}-words`}
        type="search"
        autoComplete="off"
        value={words}
        onChange={(event) => narrow({ words: event.target.value })}
      />
      <label htmlFor={`${id}-tag`}>Tag</label>
      <select
        id={`${id}-tag`}
        value={tag}
        onChange={(event) => narrow({ tag: event.target.value })}
      >
        <option value="">All tags</option>
        {tag !== '' && !tags.includes(tag) && <option>{tag}</option>}
        {tags.map((it) => (
          <option key={it}>{it}</option>
        ))}
      </select>
    </search>
  );
};
