import type { ContentSourceResponse } from 'content-schema';
import { isSame } from 'content-schema/merge';
import { useEffect, useId, useState } from 'react';
import { useEditableContent } from '../../data/editable-content.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { newPostFrom } from '../../paths.ts';
import { Moment } from './change-view.tsx';
import styles from './draft-notice.module.css';
import { abandonedDrafts, dropDraft, type KeptDraft } from './drafts.ts';
import {
  isPostSubject,
  postIdOfSubject,
  storedValueOf,
  subjectOf,
  type SubjectName,
} from './subjects.ts';

/** A post is called by its title, as it was typed. */
const titleOf = ({ name, value }: KeptDraft): string => {
  const { title } = subjectOf(name);
  if (!isPostSubject(name) || typeof value !== 'object' || value === null) return title;
  const typed = 'title' in value && typeof value.title === 'string' ? value.title.trim() : '';
  return typed === '' ? title : `Post “${typed}”`;
};

interface DraftRowProps {
  readonly draft: KeptDraft;
  /** The id of its post, which is no longer stored. */
  readonly goneId: string | undefined;
  readonly onDiscard: () => void;
}

const DraftRow = ({ draft, goneId, onDiscard }: DraftRowProps) => {
  const titleId = useId();
  return (
    <li className={styles.draft}>
      <p id={titleId} className={styles.about}>
        <span dir="auto">{titleOf(draft)}</span>, from <Moment at={draft.keptAt} />
        {goneId !== undefined && (
          <span className={styles.note}>It was deleted or renamed since then.</span>
        )}
      </p>
      <div className={styles.actions}>
        {goneId !== undefined ? (
          <ButtonLink to={newPostFrom(draft.id, goneId)} aria-describedby={titleId}>
            Save as a new post
          </ButtonLink>
        ) : (
          <ButtonLink to={subjectOf(draft.name).page} aria-describedby={titleId}>
            Continue
          </ButtonLink>
        )}
        <Button aria-describedby={titleId} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
};

/** A draft of what is stored just so is none. */
const isUnsavedIn = (content: ContentSourceResponse, { name, value }: KeptDraft): boolean =>
  !isSame(storedValueOf(name, content), value);

interface UnsavedDraftsProps {
  readonly isListed: (name: SubjectName) => boolean;
}

/** What was left unsaved in this browser, wherever it is edited; nothing where nothing was. */
export const UnsavedDrafts = ({ isListed }: UnsavedDraftsProps) => {
  const headingId = useId();
  const { loaded } = useEditableContent();
  const [kept, setKept] = useState<readonly KeptDraft[]>([]);
  useEffect(() => {
    abandonedDrafts().then(setKept, () => undefined);
  }, []);

  const drafts = loaded
    ? kept.filter((draft) => isListed(draft.name) && isUnsavedIn(loaded.answer, draft))
    : [];
  const discard = ({ id }: KeptDraft) => {
    setKept(kept.filter((draft) => draft.id !== id));
    void dropDraft(id);
  };

  if (!loaded || drafts.length === 0) return null;
  return (
    <section className={styles.notice} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        Unsaved drafts
      </h2>
      <ul role="list" className={styles.drafts}>
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            goneId={
              storedValueOf(draft.name, loaded.answer) === undefined
                ? postIdOfSubject(draft.name)
                : undefined
            }
            onDiscard={() => discard(draft)}
          />
        ))}
      </ul>
    </section>
  );
};
