/** Shows the results of a search in the list of posts of a static copy, without the app. */
import { SEARCH_PARAM } from 'content-schema';
import { SEARCH_INDEX } from 'content-schema/search-index';
import MiniSearch, { type AsPlainObject } from 'minisearch';
import { postPath } from '../../../paths.ts';
import { findIn } from '../../../site/search/find-in.ts';
import { dayOf } from '../../../site/text.ts';

/** Stands before this script, since a page on a disk can't fetch a file. */
declare const searchIndex: AsPlainObject;

const query = new URLSearchParams(location.search).get(SEARCH_PARAM)?.trim() ?? '';
const input = document.querySelector<HTMLInputElement>('[data-search]');
const heading = document.querySelector('h1');
const row = document.querySelector('#main ol > li');
if (query !== '' && input && heading && row) {
  row.querySelectorAll('p, a[aria-hidden]').forEach((part) => part.remove());
  row.className = row.className.replace(/\bpictured\S*/, '');
  const rows = findIn(MiniSearch.loadJS(searchIndex, SEARCH_INDEX), query).map((result) => {
    const copy = row.cloneNode(true) as Element;
    const [link, time] = [copy.querySelector('h2 a'), copy.querySelector('time')];
    if (link) link.textContent = String(result['title']);
    // Pages are in folders beside that of the list.
    link?.setAttribute('href', `..${postPath(String(result.id))}/index.html`);
    if (time) time.textContent = result['createdAt'] ? dayOf(String(result['createdAt'])) : '';
    return copy;
  });
  input.value = query;
  heading.textContent = `Posts with “${query}”`;
  document.title = heading.textContent;
  document
    .querySelectorAll('#main > header p, #main nav[aria-label="Pages"]')
    .forEach((part) => part.remove());
  if (rows.length > 0) row.parentElement?.replaceChildren(...rows);
  else row.parentElement?.replaceWith(`No posts have the words “${query}”.`);
}
