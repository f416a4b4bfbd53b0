import { useEffect, useState, type ComponentType } from 'react';
import { BLOGS } from '../../paths.ts';

/** Fields in which `/` is typed as a character. */
const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';

const opensSearch = (event: KeyboardEvent | MouseEvent): boolean => {
  const { target, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element) || ctrlKey || metaKey || altKey) return false;
  return 'key' in event
    ? event.key === '/' && !target.closest(TEXT_FIELDS)
    : target.closest('[data-search]') !== null;
};

/**
 * Opens the search dialog on `/` and on clicks on links to the search. Loads the dialog's code on
 * first use.
 */
export const SearchOpener = () => {
  const [search, setSearch] = useState<{
    readonly SearchDialog: ComponentType<{ readonly onClose: () => void }>;
  }>();
  useEffect(() => {
    const open = (event: KeyboardEvent | MouseEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      import('./search-dialog.tsx').then(setSearch, () => location.assign(BLOGS));
    };
    addEventListener('keydown', open);
    addEventListener('click', open);
    return () => {
      removeEventListener('keydown', open);
      removeEventListener('click', open);
    };
  }, []);
  return search && <search.SearchDialog onClose={() => setSearch(undefined)} />;
};
