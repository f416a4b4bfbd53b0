import { problemText, type CompareResponse, type SiteChange } from 'content-schema';
import { useState, type ReactNode } from 'react';
import { usePosts } from '../../../../data/posts.ts';
import { EXPERIENCES, HOME, postPath } from '../../../../paths.ts';
import { classNames } from '../../../../ui/class-names.ts';
import listStyles from '../../layout/list-fields.module.css';
import { SelectField } from '../../layout/list-fields.tsx';
import { ToggleButtons } from '../../layout/toggle-buttons.tsx';
import { ChangedFile, changedFileName, type ChangedFileProps } from './changed-file.tsx';
import styles from './compare-view.module.css';
import { SiteFrame } from './site-frame.tsx';

export const siteAt = (commit: string | null): string => `/past/${commit ?? ''}`;

const Breaks = ({ problems = [], deadLinks = [], endedAddresses = [] }: CompareResponse) => {
  const breaks = [
    ...problems.map((problem) => [problem.path, problemText(problem)]),
    ...deadLinks.map(({ title, paths }) => [title, `No page would be at ${paths.join(', ')}`]),
    ...endedAddresses.map((address) => [address, 'No page would be at this address']),
  ];
  if (breaks.length === 0) return null;
  return (
    <section className="small stack-3 notice warning" aria-labelledby="breaks">
      <h2 id="breaks" className="heading">
        What it would break
      </h2>
      <ul role="list" className="stack-2">
        {breaks.map(([what, why], index) => (
          <li key={index}>
            <bdi>{what}</bdi>
            <span className="remark">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const ENTITY_LABELS = {
  site: ['Site metadata', HOME],
  profile: ['Profile', HOME],
  experiences: ['Experiences', EXPERIENCES],
  sections: ['Education and more', EXPERIENCES],
  style: ['Style', HOME],
} as const;

/** What was changed, and its page in the first version: a post that was added later has none. */
const shownOf = (change: SiteChange): readonly [text: string, page?: string] => {
  if (!('title' in change)) return ENTITY_LABELS[change.kind];
  const { kind, status, id, title } = change;
  return kind === 'photo' || status === 'added' ? [title] : [title, postPath(id)];
};

/** The names of the groups, in their order. */
const GROUPS = {
  'post added': 'New posts',
  'post changed': 'Changed posts',
  'post removed': 'Posts that visitors no longer see',
  other: 'Changed elsewhere',
  'photo added': 'New photos',
  'photo changed': 'Changed photos',
  'photo removed': 'Deleted photos',
};

/** The maximum number of changes to list per kind; the rest is counted. */
const SHOWN_MAX = 12;

interface ChangesProps {
  readonly changes: readonly SiteChange[];
  readonly onOpen: CompareViewProps['onOpen'];
}

const Changes = ({ changes, onOpen }: ChangesProps) => {
  if (changes.length === 0) {
    return <p className="muted">Visitors see the same today.</p>;
  }
  return (
    <dl className="stack-4 small">
      {Object.entries(GROUPS).map(([group, name]) => {
        const all = changes.filter(
          (change) => ('status' in change ? `${change.kind} ${change.status}` : 'other') === group,
        );
        if (all.length === 0) return null;
        return (
          <div key={name} className="stack-1">
            <dt className="muted">{name}</dt>
            {all.slice(0, SHOWN_MAX).map((change, index) => {
              const [text, page] = shownOf(change);
              return (
                <dd key={index} dir="auto">
                  {page === undefined ? (
                    text
                  ) : (
                    <button
                      type="button"
                      className="bare quiet-link arrow-link"
                      onClick={() => onOpen?.(page)}
                    >
                      {text}
                    </button>
                  )}
                </dd>
              );
            })}
            {all.length > SHOWN_MAX && <dd>and {all.length - SHOWN_MAX} more</dd>}
          </div>
        );
      })}
    </dl>
  );
};

const SIDES = { before: 'Before', after: 'After' } as const;
type Side = keyof typeof SIDES;

const NEW = 'This page is new.';
const ENDS = 'This page ends.';
const WORDS = {
  before: { absent: NEW, missing: ENDS, marked: 'change or go' },
  after: { absent: ENDS, missing: NEW, marked: 'are new' },
};

/** Shows each page that differs before and after: side by side, or in turn on a phone. */
const Pages = ({ from, to, pages = [] }: CompareResponse) => {
  const [index, setIndex] = useState('0');
  const [side, setSide] = useState<Side>('after');
  const page = pages[Number(index)] ?? pages[0];
  const sites = { before: siteAt(from), after: siteAt(to) };

  const frameOf = (shown: Side, other: Side) => {
    const path = page?.[shown];
    if (path === undefined) return <p className="empty">{WORDS[shown].absent}</p>;
    return (
      <SiteFrame
        key={sites[shown] + path}
        title={`${page?.title ?? ''}, ${SIDES[shown].toLowerCase()}`}
        address={sites[shown]}
        page={path}
        other={page?.[other] === undefined ? undefined : { address: sites[other], ...WORDS[shown] }}
      />
    );
  };

  return (
    <section className="ruled stack-4" aria-labelledby="pages">
      <div className="spread">
        <h2 id="pages" className="larger">
          Before and after
        </h2>
        <a href={`${sites.after}/`} target="_blank" rel="noreferrer">
          The whole site with it
        </a>
      </div>
      {page ? (
        <>
          <div className={classNames('spread', listStyles.fields)}>
            <SelectField
              label="Page"
              options={pages.map(({ title }, at) => [String(at), title])}
              value={index}
              onChange={setIndex}
            />
            <div className={styles.sides}>
              <ToggleButtons label="Version" options={SIDES} value={side} onChange={setSide} />
            </div>
          </div>
          <div className={classNames('stack-4', styles.compared)} data-side={side}>
            <div>{frameOf('before', 'after')}</div>
            <div>{frameOf('after', 'before')}</div>
          </div>
        </>
      ) : (
        <p className="note">It changes no page that visitors see.</p>
      )}
    </section>
  );
};

interface CompareViewProps extends Pick<ChangedFileProps, 'slotsOf'> {
  readonly comparison: CompareResponse;
  readonly onOpen?: (page: string) => void;
  /** Shown above the changes. */
  readonly children: ReactNode;
}

/** Shows what differs between two versions, as far as they were compared. */
export const CompareView = ({ comparison, slotsOf, onOpen, children }: CompareViewProps) => {
  const { files = [], changes, pages } = comparison;
  const posts = usePosts().stored?.response ?? [];
  return (
    <>
      <Breaks {...comparison} />
      {children}
      {files.map((file) => (
        <ChangedFile
          key={file.path}
          name={changedFileName(file, posts)}
          {...{ comparison, file, slotsOf }}
        />
      ))}
      {changes && <Changes changes={changes} onOpen={onOpen} />}
      {pages && <Pages {...comparison} />}
    </>
  );
};
