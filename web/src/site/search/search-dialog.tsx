import { SEARCH_MAX_LENGTH, SEARCH_PARAM } from 'content-schema';
import { SEARCH_INDEX, SEARCH_INDEX_PATH } from 'content-schema/search-index';
import MiniSearch from 'minisearch';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { BLOGS, postPath, searchPath } from '../../paths.ts';
import { dayOf } from '../text.ts';
import { findIn } from './find-in.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './search-dialog.module.css';

const RESULTS_MAX = 8;

const loadIndex = async (): Promise<MiniSearch> => {
  const response = await fetch(SEARCH_INDEX_PATH);
  if (!response.ok) throw new Error(response.statusText);
  return MiniSearch.loadJSONAsync(await response.text(), SEARCH_INDEX);
};

type Index = MiniSearch | 'loading' | 'failed';

const useIndex = (): Index => {
  const [index, setIndex] = useState<Index>('loading');
  useEffect(() => {
    loadIndex().then(setIndex, () => setIndex('failed'));
  }, []);
  return index;
};

const statusOf = (index: Index, query: string, count: number): string => {
  if (index === 'failed') return 'Press Enter to search.';
  if (query === '') return '';
  if (index === 'loading') return 'Searching…';
  if (count === 0) return `No posts have the words “${query}”.`;
  return count === 1 ? '1 post' : `${count}${count === RESULTS_MAX ? ' or more' : ''} posts`;
};

function moveFocus(this: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...this.querySelectorAll<HTMLElement>('input, a')];
  const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
  event.preventDefault();
  next?.focus();
}

function closeBeside(this: HTMLDialogElement, { target }: Event): void {
  if (target === this) this.close();
}

/** A dialog that searches posts while typing. Enter opens the page with all results. */
export const SearchDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const index = useIndex();
  const results = index instanceof MiniSearch ? findIn(index, query).slice(0, RESULTS_MAX) : [];

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.addEventListener('keydown', moveFocus);
    element?.addEventListener('click', closeBeside);
    return () => element?.removeEventListener('keydown', moveFocus);
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classNames('card', styles.dialog)}
      aria-label="Search posts"
      onClose={onClose}
    >
      <form role="search" action={BLOGS}>
        <input
          type="search"
          name={SEARCH_PARAM}
          aria-label="Search posts"
          placeholder="Search posts"
          autoComplete="off"
          maxLength={SEARCH_MAX_LENGTH}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      <ul role="list" className={styles.results}>
        {results.map(({ id, title, createdAt }) => (
          <li key={String(id)}>
            <Link to={postPath(String(id))} onClick={() => dialog.current?.close()}>
              <span dir="auto">{String(title)}</span>
              {typeof createdAt === 'string' && (
                <time className="count" dateTime={createdAt}>
                  {dayOf(createdAt)}
                </time>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <p className={classNames('count', styles.status)} role="status">
        {statusOf(index, query, results.length)}
      </p>
      {results.length > 0 && (
        <a className={styles.all} href={searchPath(query)}>
          All results
        </a>
      )}
    </dialog>
  );
};
