import { readValue } from 'content-schema';
import { group } from 'content-schema/fields';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { usePosts } from '../../../../data/posts.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { newPostFrom } from '../../paths.ts';
import { ChangeTime } from '../changes/change-view.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './draft-notice.module.css';
import { discardDraft } from '../photos/unsaved-photos.ts';
import { abandonedDrafts, isOfNewPost, type StoredDraft } from './drafts.ts';
import { postFormFields } from './post-form.ts';
import { isPostForm, postIdOfForm, targetOf, type FormName } from './targets.ts';

/** The draft's name in the list; for a post its title. */
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

/** Lists the unsaved drafts in this browser. Renders nothing without any. */
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
