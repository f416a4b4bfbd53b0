import type { PostSummary } from 'content-schema';
import { PostIndex } from '../../site/post-index.tsx';
import type { PagedPosts } from '../../site/post-lists.ts';
import { searchPath } from '../../paths.ts';
import { markWords } from './mark-words.tsx';

interface SearchResultsProps {
  readonly listing: PagedPosts<PostSummary> | undefined;
  readonly query: string;
}

/** Lists the found posts, with the search words marked. */
const SearchResults = ({ listing, query }: SearchResultsProps) => (
  <PostIndex
    listing={listing}
    path={searchPath(query)}
    loading="Searching…"
    empty={`No posts have the words “${query}”.`}
    mark={(text) => markWords(text, query)}
  />
);

export default SearchResults;
