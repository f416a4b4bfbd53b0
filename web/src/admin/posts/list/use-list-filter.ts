import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { filterQuery, readFilter, type ListFilter } from './list-filter.ts';

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
