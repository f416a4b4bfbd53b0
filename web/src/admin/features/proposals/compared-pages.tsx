import type { ProposalResponse } from 'content-schema';
import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { SiteFrame } from '../../core/editing/compare/site-frame.tsx';
import listStyles from '../../core/layout/list-fields.module.css';
import { SelectField } from '../../core/layout/list-fields.tsx';
import { ToggleButtons } from '../../core/layout/toggle-buttons.tsx';
import styles from './proposals.module.css';

const SIDES = { before: 'Before', after: 'After' } as const;
type Side = keyof typeof SIDES;

const NEW = 'This page is new.';
const ENDS = 'This page ends.';
const WORDS = {
  before: { absent: NEW, missing: ENDS, marked: 'change or go' },
  after: { absent: ENDS, missing: NEW, marked: 'are new' },
};

const VERSION = /^\/past\/[^/]+\//;

/** Splits the path of a page in a version of the site. */
const readPath = (path: string): { readonly address: string; readonly page: string } => {
  const address = VERSION.exec(path)?.[0] ?? path;
  return { address, page: path.slice(address.length) };
};

/** Shows each page that a proposal changes before and after: side by side, or in turn on a phone. */
export const ComparedPages = ({ pages, site }: Pick<ProposalResponse, 'pages' | 'site'>) => {
  const [index, setIndex] = useState('0');
  const [side, setSide] = useState<Side>('after');
  const page = pages[Number(index)] ?? pages[0];

  const frameOf = (shown: Side, other: Side) => {
    const [path, otherPath] = [page?.[shown], page?.[other]];
    if (path === undefined) return <p className="empty">{WORDS[shown].absent}</p>;
    return (
      <SiteFrame
        key={path}
        title={`${page?.title ?? ''}, ${SIDES[shown].toLowerCase()}`}
        {...readPath(path)}
        other={otherPath === undefined ? undefined : { ...readPath(otherPath), ...WORDS[shown] }}
      />
    );
  };

  return (
    <section className="ruled stack-4" aria-labelledby="pages">
      <div className="spread">
        <h2 id="pages" className="larger">
          Before and after
        </h2>
        <a href={site} target="_blank" rel="noreferrer">
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
