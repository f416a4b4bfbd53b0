import { labelsOf } from 'content-schema';
import { isSame } from 'content-schema/merge';
import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ChangeList, ChangeTime } from '../changes/change-view.tsx';
import styles from './draft-notice.module.css';
import { discardDraft } from '../photos/unsaved-photos.ts';
import type { Draft } from './edit-state.ts';
import type { FormEdit } from './use-edit.ts';

interface NoticeProps {
  readonly edit: FormEdit;
  readonly draft: Draft;
  readonly count: string;
}

const Notice = ({ edit: { fields, state, send }, draft, count }: NoticeProps) => {
  const titleId = useId();
  const stored = state.stored.response;
  return (
    <div className="stack-3 notice">
      <p id={titleId} className={styles.title}>
        You have unsaved changes from <ChangeTime at={draft.storedAt} />
        {count}
      </p>
      {!isSame(draft.base.response, stored) && (
        <p className="status">The stored version has changed since then.</p>
      )}
      <details className="status">
        <summary className="summary">Compare with the stored version</summary>
        <ChangeList before={stored} after={draft.value} fieldNames={labelsOf(fields)} />
      </details>
      <div className="cluster-3">
        <Button
          variant="primary"
          aria-describedby={titleId}
          pending={state.phase.name === 'saving'}
          onClick={() => send({ type: 'restored', draft, at: Date.now() })}
        >
          Restore
        </Button>
        <Button
          aria-describedby={titleId}
          onClick={() => {
            send({ type: 'discarded', id: draft.id });
            void discardDraft(draft);
          }}
        >
          Discard
        </Button>
      </div>
    </div>
  );
};

/** Offers to restore or discard drafts. Applies nothing before the administrator decides. */
export const DraftNotice = ({ edit }: { readonly edit: FormEdit }) => {
  const drafts = edit.state.drafts.toSorted((one, other) => other.storedAt - one.storedAt);
  return (
    <div role="status">
      {drafts.map((draft, index) => (
        <Notice
          key={draft.id}
          edit={edit}
          draft={draft}
          count={drafts.length > 1 ? ` (${index + 1} of ${drafts.length})` : ''}
        />
      ))}
    </div>
  );
};
