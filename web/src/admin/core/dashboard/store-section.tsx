import type { CommitSummary, StoreResponse } from 'content-schema';
import type { ReactNode } from 'react';
import { useStoreState } from '../../../data/use-store-state.ts';
import { DASHBOARD_SECTIONS } from '../paths.ts';
import { dayOfChange, subjectText } from '../editing/changes/change-names.ts';
import { ChangeTime } from '../editing/changes/change-view.tsx';
import { ContentPending } from '../layout/admin-page.tsx';
import { CodeLink } from '../layout/code-link.tsx';
import { CopyField } from '../layout/copy-field.tsx';
import { PublicStore } from '../layout/public-repository.tsx';
import { FormSection } from '../layout/sectioned-page.tsx';
import { Slot } from '../feature.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './store-section.module.css';

const Change = ({ commit }: { readonly commit: CommitSummary }) => {
  const { sha, date, author, url } = commit;
  return (
    <>
      {url === undefined ? (
        <Slot name="commit" sha={sha}>
          {subjectText(commit)}
        </Slot>
      ) : (
        <a href={url}>{subjectText(commit)}</a>
      )}
      <span className="remark">
        <ChangeTime at={date} />
        {`, ${author.name || author.email}`}
      </span>
    </>
  );
};

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="muted">{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

const State = ({ store }: { readonly store: StoreResponse }) => {
  const { kind, stale, lastChange, lastBackup, requestsLeft } = store;
  return (
    <dl className={classNames('small stack-4', styles.facts)}>
      {lastChange && (
        <Row name="Last change">
          <Change commit={lastChange} />
        </Row>
      )}
      {kind === 'local' && (
        <Row name="Last backup">
          {lastBackup === undefined ? (
            'Never'
          ) : (
            <time dateTime={lastBackup}>{dayOfChange(lastBackup)}</time>
          )}
        </Row>
      )}
      {requestsLeft !== undefined && (
        <Row name="Requests left">{`${requestsLeft.toLocaleString('en')} in this hour`}</Row>
      )}
      <Row name="State">
        {stale
          ? `${kind === 'github' ? 'GitHub' : 'The repository'} could not be read a moment ago: the site shows what was there before`
          : 'Up to date'}
      </Row>
    </dl>
  );
};

/** Quotes a path as one word for a shell. */
const quoted = (path: string): string =>
  /^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

const Repository = ({ store }: { readonly store: StoreResponse }) => {
  const { kind, repository, branch, pages, lastChange, lastPush } = store;
  return (
    <>
      <dl className={classNames('small stack-4', styles.facts)}>
        <Row name="Repository">
          <CodeLink url={pages?.repository}>{repository}</CodeLink>
        </Row>
        <Row name="Branch">
          <CodeLink url={pages?.branch}>{branch}</CodeLink>
        </Row>
        {lastChange && (
          <Row name="Last push by others">
            {lastPush ? <Change commit={lastPush} /> : 'None among the last 30 changes'}
          </Row>
        )}
      </dl>
      <p className="note">
        {kind === 'local'
          ? 'On this machine, this makes a copy as a git repository:'
          : 'Every clone of the repository is a backup, with every earlier version:'}
      </p>
      <CopyField
        label="Command that copies the repository"
        value={`git clone ${quoted(pages ? `${pages.repository}.git` : repository)}`}
      />
    </>
  );
};

export const StoreSection = () => {
  const { response, error, reload } = useStoreState();
  return (
    <FormSection {...DASHBOARD_SECTIONS.store}>
      {error !== undefined && <ContentPending error={error} retry={reload} />}
      {!response && error === undefined && <div className={styles.pending} />}
      {response && <State store={response} />}
      <PublicStore />
      <Slot name="store" kind={response?.kind} />
      {response?.kind === 'github' && <Repository store={response} />}
      {response?.kind === 'local' && (
        <details className={styles.developers}>
          <summary className="summary note">For developers</summary>
          <Repository store={response} />
        </details>
      )}
    </FormSection>
  );
};
