import { SEARCH_MAX_LENGTH, SEARCH_PARAM } from 'content-schema';
import { BLOGS } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import styles from './search-form.module.css';

/** The search field of the list of posts. The server answers it, so it works without JavaScript. */
export const SearchForm = ({ query = '' }: { readonly query?: string }) => (
  <form role="search" action={BLOGS} className={styles.search}>
    <input
      key={query}
      type="search"
      name={SEARCH_PARAM}
      aria-label="Search posts"
      placeholder="Search posts"
      defaultValue={query}
      maxLength={SEARCH_MAX_LENGTH}
      data-search
    />
    <Button type="submit">Search</Button>
  </form>
);
