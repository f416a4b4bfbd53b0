import { useCurrentSection } from '../../site/use-current-section.ts';
import { trustedHtml } from '../../site/trusted-html.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './contents.module.css';

/** Shorter texts need no table of contents. */
const HEADINGS_MIN = 4;

/** A heading with its link, as the Markdown renderer writes it. */
const HEADING = /<div class="heading-row"><h([23])[^>]*? id="([^"]+)"[^>]*>(.*?)<\/h\1>/gs;
const TAG = /<(?:"[^"]*"|[^">])*>/g;

interface Heading {
  readonly level: string;
  readonly id: string;
  /** The heading's text as HTML without elements. */
  readonly html: string;
}

const headingsOf = (html: string): Heading[] =>
  [...html.matchAll(HEADING)].flatMap(([, level = '', id = '', inner = '']) => {
    const text = inner.replace(TAG, '').trim();
    return text === '' ? [] : [{ level, id, html: text }];
  });

interface HeadingListProps {
  readonly headings: readonly Heading[];
  readonly current?: string | undefined;
}

const HeadingList = ({ headings, current }: HeadingListProps) => (
  <ol role="list" className={styles.list}>
    {headings.map(({ level, id, html }) => (
      <li key={id} className={level === '3' ? styles.inner : undefined}>
        <a
          className="quiet-link"
          href={`#${id}`}
          aria-current={id === current ? 'location' : undefined}
          dir="auto"
          dangerouslySetInnerHTML={trustedHtml(html)}
        />
      </li>
    ))}
  </ol>
);

const SideContents = ({ headings }: HeadingListProps) => {
  const current = useCurrentSection(headings.map(({ id }) => id));
  return <HeadingList headings={headings} current={current} />;
};

/** The table of contents of a long text, collapsed above it or, on wide screens, beside it. */
export const Contents = ({ html }: { readonly html: string }) => {
  const headings = headingsOf(html);
  if (headings.length < HEADINGS_MIN) return null;
  return (
    <nav className={classNames('small', styles.contents)} aria-label="Contents">
      <details className={styles.above}>
        <summary className="summary strong">Contents</summary>
        <HeadingList headings={headings} />
      </details>
      <div className={styles.beside}>
        <p className="label">Contents</p>
        <SideContents headings={headings} />
      </div>
    </nav>
  );
};
