import { labelsOf, readValue } from 'content-schema';
import { group } from 'content-schema/fields';
import { isSame } from 'content-schema/merge';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { usePosts } from '../../../../data/posts.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { newPostFrom } from '../../paths.ts';
import { ChangeList, ChangeTime } from '../changes/change-view.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './unsaved-drafts.module.css';
import { abandonedDrafts, discardDraft, isOfNewPost, type StoredDraft } from './drafts.ts';
import type { Draft } from './edit-state.ts';
import { postFormFields } from './post-form.ts';
import { isPostForm, postIdOfForm, targetOf, type FormName } from './targets.ts';
import type { FormEdit } from './use-edit.ts';

const titleOf = ({ form, value }: StoredDraft): string => {
  const { title } = targetOf(form);
  if (!isPostForm(form)) return title;
  const typed = readValue(group({ post: postFormFields }), value).post.title.trim();
  return typed === '' ? title : `Post “${typed}”`;
};

interface DraftRowProps {
  readonly draft: StoredDraft;
  /** The id of the draft's post, if that is not stored. */
  readonly missingId: string | undefined;
  readonly onDiscard: () => void;
}

const DraftRow = ({ draft, missingId, onDiscard }: DraftRowProps) => {
  const titleId = useId();
  return (
    <li className={classNames('spread', styles.draft)}>
      <p id={titleId} className="small">
        <span dir="auto">{titleOf(draft)}</span>, from <ChangeTime at={draft.storedAt} />
        {missingId !== undefined && (
          <span className="remark">
            {isOfNewPost(draft) ? 'It is not stored yet.' : 'It has been deleted since then.'}
          </span>
        )}
      </p>
      <div className="cluster-3">
        <ButtonLink
          to={
            missingId === undefined ? targetOf(draft.form).page : newPostFrom(draft.id, missingId)
          }
          aria-describedby={titleId}
        >
          {missingId === undefined || isOfNewPost(draft) ? 'Continue' : 'Save as a new post'}
        </ButtonLink>
        <Button aria-describedby={titleId} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
};

interface UnsavedDraftsProps {
  /** `isNew`: the draft was begun as a new post. */
  readonly isListed: (form: FormName, isNew: boolean) => boolean;
}

export const UnsavedDrafts = ({ isListed }: UnsavedDraftsProps) => {
  const headingId = useId();
  const posts = usePosts();
  const [stored, setStored] = useState<readonly StoredDraft[]>([]);
  const ids = posts.stored?.response.map(({ id }) => id);
  const isLoaded = ids !== undefined;
  const find = useEffectEvent(() => abandonedDrafts(posts));
  useEffect(() => {
    if (isLoaded) find().then(setStored, () => undefined);
  }, [isLoaded]);

  const drafts = stored.filter((draft) => isListed(draft.form, isOfNewPost(draft)));
  const discard = (discarded: StoredDraft) => {
    setStored(stored.filter((draft) => draft.id !== discarded.id));
    void discardDraft(discarded);
  };

  if (!ids || drafts.length === 0) return null;
  return (
    <section className="stack-3 notice" aria-labelledby={headingId}>
      <h2 id={headingId} className={classNames('heading', styles.title)}>
        Unsaved drafts
      </h2>
      <ul role="list" className="stack-3">
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            missingId={
              ids.some((id) => id === postIdOfForm(draft.form))
                ? undefined
                : postIdOfForm(draft.form)
            }
            onDiscard={() => discard(draft)}
          />
        ))}
      </ul>
    </section>
  );
};

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
