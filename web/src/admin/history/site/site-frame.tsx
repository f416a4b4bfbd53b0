import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Status } from '../../../ui/messages.tsx';
import { markDifferences, unmark, type PageDifference } from './mark-differences.ts';
import styles from './site-frame.module.css';

interface SiteFrameProps {
  /** Names it for screen readers. */
  readonly title: string;
  /** Where the version begins, with a closing slash. */
  readonly address: string;
  /** The page of the site that is shown first. */
  readonly page: string;
  /** The version that its differences from are marked; undefined: they are not. */
  readonly other: { readonly address: string; readonly isNow: boolean } | undefined;
  /** Called with the page, whenever another one is shown. */
  readonly onPage: (page: string) => void;
}

const below = (address: string, page: string): string => address + page.replace(/^\//, '');

const wordsOf = (difference: PageDifference, isNow: boolean): string => {
  if (difference.kind === 'same') return 'Nothing on this page is different.';
  if (difference.kind === 'missing') {
    return isNow ? 'There is no such page today.' : 'There was no such page then.';
  }
  if (difference.kind !== 'different') return 'The differences on this page can’t be marked.';
  const { words, pictures } = difference;
  const counts = [
    words > 0 && (words === 1 ? '1 word' : `${words} words`),
    pictures > 0 && (pictures === 1 ? '1 picture' : `${pictures} pictures`),
  ];
  const marked = counts.filter(Boolean).join(' and ');
  return `Marked: ${marked} that visitors ${isNow ? 'no longer see' : 'did not see then'}.`;
};

/**
 * A version of the site, to be walked. Another one needs another frame: in the same, it would become
 * an entry of the browser's history.
 */
export const SiteFrame = ({ title, address, page, other, onPage }: SiteFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const otherAddress = other?.address;
  const [first] = useState(page);
  // Each page is a document of its own; the number of the last tells them apart.
  const [loaded, setLoaded] = useState(0);
  const [difference, setDifference] = useState<PageDifference>();

  const arrive = useEffectEvent(() => {
    const shown = frame.current?.contentWindow?.location;
    if (!shown?.pathname.startsWith(address.slice(0, -1))) return;
    onPage(`${shown.pathname.slice(address.length - 1) || '/'}${shown.search}`);
    setLoaded((count) => count + 1);
  });

  useEffect(() => {
    const shown = frame.current;
    const listen = () => arrive();
    shown?.addEventListener('load', listen);
    return () => shown?.removeEventListener('load', listen);
  }, []);

  useEffect(() => {
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!view || loaded === 0 || otherAddress === undefined) return;
    const { pathname, search } = view.location;
    const ended = new AbortController();
    const twin = below(otherAddress, pathname.slice(address.length)) + search;
    void markDifferences(view, twin, ended.signal)
      .catch((): PageDifference => ({ kind: 'unknown' }))
      .then((found) => {
        if (!ended.signal.aborted) setDifference(found);
      });
    return () => {
      ended.abort();
      setDifference(undefined);
      unmark(view);
    };
  }, [address, loaded, otherAddress]);

  return (
    <div className={styles.site}>
      {other !== undefined && (
        <Status message={difference ? wordsOf(difference, other.isNow) : 'Comparing this page…'} />
      )}
      <iframe ref={frame} className={styles.frame} title={title} src={below(address, first)} />
    </div>
  );
};
