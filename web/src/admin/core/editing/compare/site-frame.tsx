import { counted } from 'content-schema';
import { useEffect, useRef, useState } from 'react';
import { Status } from '../../../../ui/messages.tsx';
import { markDifferences, clearMarks, type PageDifference } from './mark-differences.ts';
import styles from './site-frame.module.css';

interface ComparedVersion {
  readonly address: string;
  /** The message for a page that only the shown version has. */
  readonly missing: string;
  /** What is true of the marked words and images, e.g. `visitors no longer see`. */
  readonly marked: string;
}

interface SiteFrameProps {
  readonly title: string;
  /** The base address of the version, to which the paths of its pages are added. */
  readonly address: string;
  readonly page: string;
  readonly other?: ComparedVersion | undefined;
  /** Stands in for the version's own CSS. */
  readonly css?: string;
  readonly theme?: 'light' | 'dark';
  readonly onPage?: (page: string) => void;
}

const wordsOf = (difference: PageDifference, other: ComparedVersion): string => {
  if (difference.kind === 'same') return 'Nothing on this page is different.';
  if (difference.kind === 'missing') return other.missing;
  if (difference.kind !== 'different') return 'The differences on this page can’t be marked.';
  const { words, images } = difference;
  const counts = [words > 0 && counted(words, 'word'), images > 0 && counted(images, 'picture')];
  return `Marked: ${counts.filter(Boolean).join(' and ')} that ${other.marked}.`;
};

/** Shows a page of the version at `address` with `css` in place of the version's own. */
const showStyle = (view: Window & typeof globalThis, css: string, address: string): void => {
  const sheet = new view.CSSStyleSheet();
  // Chrome gives it no base address.
  sheet.replaceSync(css.replace(/(url\(\s*["']?)(?=fonts\/)/g, `$1${address}/assets/now/`));
  view.document.adoptedStyleSheets = [sheet];
  view.document.getElementById('own-style')?.remove();
};

/** Browses a version of the site. Another version needs a new frame, or it adds a history entry. */
export const SiteFrame = (props: SiteFrameProps) => {
  const { title, address, page, other, css, theme, onPage } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const otherAddress = other?.address;
  const [first] = useState(page);
  // Counts the loaded documents, as each page is a new one.
  const [loaded, setLoaded] = useState(0);
  const [difference, setDifference] = useState<PageDifference>();

  const arrive = () => {
    const shown = frame.current?.contentWindow?.location;
    if (!shown?.pathname.startsWith(address)) return;
    Object.assign(
      frame.current?.contentDocument?.documentElement.dataset ?? {},
      document.documentElement.dataset,
      theme && { theme },
    );
    onPage?.(`${shown.pathname.slice(address.length) || '/'}${shown.search}`);
    setLoaded((count) => count + 1);
  };

  useEffect(() => {
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!view || loaded === 0 || otherAddress === undefined) return;
    const { pathname, search } = view.location;
    const ended = new AbortController();
    const comparedAddress = otherAddress + pathname.slice(address.length) + search;
    void markDifferences(view, comparedAddress, ended.signal)
      .catch((): PageDifference => ({ kind: 'unknown' }))
      .then((result) => {
        if (!ended.signal.aborted) setDifference(result);
      });
    return () => {
      ended.abort();
      setDifference(undefined);
      clearMarks(view);
    };
  }, [address, loaded, otherAddress]);

  useEffect(() => {
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (view && loaded > 0 && css !== undefined) showStyle(view, css, address);
  }, [address, css, loaded]);

  return (
    <div className="stack-2">
      {other !== undefined && (
        <Status message={difference ? wordsOf(difference, other) : 'Comparing this page…'} />
      )}
      <iframe
        ref={frame}
        className={styles.frame}
        title={title}
        // Without scripts: the version may be a stranger's, and has this page's origin.
        sandbox="allow-same-origin allow-forms"
        src={address + first}
        onLoad={arrive}
      />
    </div>
  );
};
