import { isSame } from 'content-schema/merge';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ChangeList, ChangeTime } from '../changes/change-view.tsx';
import styles from './draft-notice.module.css';
import { discardDraft } from '../photos/unsaved-photos.ts';
import { tabOf } from './drafts.ts';
import type { Draft } from './edit-state.ts';
import type { FormPart } from './use-edit.ts';

interface Offer {
  readonly part: FormPart;
  readonly draft: Draft<unknown>;
}

/** The drafts of a form's parts that were left together. */
type Group = readonly Offer[];

/** Drafts of the same tab belong together, but a group has only one draft of each part. */
const isOfGroup = (group: Group, { part, draft }: Offer): boolean =>
  group.every((other) => tabOf(other.draft) === tabOf(draft) && other.part !== part);

/** Groups the offered drafts that were left together, newest first. */
const groupsOf = (parts: readonly FormPart[]): Group[] => {
  const offers = parts
    .flatMap((part) => part.state.drafts.map((draft): Offer => ({ part, draft })))
    .toSorted((one, other) => other.draft.storedAt - one.draft.storedAt);
  return offers.reduce<Group[]>((groups, offer) => {
    const position = groups.findIndex((group) => isOfGroup(group, offer));
    return position === -1
      ? [...groups, [offer]]
      : groups.with(position, [...(groups[position] ?? []), offer]);
  }, []);
};

const restore = ({ part, draft }: Offer): void => {
  part.send({ type: 'restored', draft, at: Date.now() });
};

const discard = ({ part, draft }: Offer): void => {
  part.send({ type: 'discarded', id: draft.id });
  void discardDraft(draft);
};

const storedOf = ({ part }: Offer): unknown => part.state.stored.response;

const GroupNotice = ({ group, count }: { readonly group: Group; readonly count: string }) => {
  const titleId = useId();
  return (
    <div className="stack-3 notice">
      <p id={titleId} className={styles.title}>
        You have unsaved changes from{' '}
        <ChangeTime at={Math.max(...group.map(({ draft }) => draft.storedAt))} />
        {count}
      </p>
      {group.some((offer) => !isSame(offer.draft.base.response, storedOf(offer))) && (
        <p className="status">The stored version has changed since then.</p>
      )}
      <details className="status">
        <summary className="summary">Compare with the stored version</summary>
        {group.map((offer) => (
          <ChangeList
            key={offer.draft.id}
            before={storedOf(offer)}
            after={offer.draft.value}
            fieldNames={offer.part.fieldNames}
          />
        ))}
      </details>
      <div className="cluster-3">
        <Button
          variant="primary"
          aria-describedby={titleId}
          pending={group.some(({ part }) => part.state.phase.name === 'saving')}
          onClick={() => group.forEach(restore)}
        >
          Restore
        </Button>
        <Button aria-describedby={titleId} onClick={() => group.forEach(discard)}>
          Discard
        </Button>
      </div>
    </div>
  );
};

/** Offers to restore or discard drafts. Applies nothing before the administrator decides. */
export const DraftNotice = ({ parts }: { readonly parts: readonly FormPart[] }) => {
  const groups = groupsOf(parts);
  return (
    <div role="status">
      {groups.map((group, index) => (
        <GroupNotice
          key={group.map(({ draft }) => draft.id).join()}
          group={group}
          count={groups.length > 1 ? ` (${index + 1} of ${groups.length})` : ''}
        />
      ))}
    </div>
  );
};
