import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ChangeList, ChangeTime } from '../changes/change-view.tsx';
import styles from './draft-notice.module.css';
import type { DraftOffer, FormPart } from './form-part.ts';

interface Offer extends DraftOffer {
  readonly part: FormPart;
}

/** The drafts of a form's parts that were left together. */
type Group = readonly Offer[];

/** Drafts of the same tab belong together, but a group has only one draft of each part. */
const isOfGroup = (group: Group, { tab, part }: Offer): boolean =>
  group.every((other) => other.tab === tab && other.part !== part);

/** Groups the offered drafts that were left together, newest first. */
const groupsOf = (parts: readonly FormPart[]): Group[] => {
  const offers = parts
    .flatMap((part) => part.drafts.map((draft): Offer => ({ ...draft, part })))
    .toSorted((one, other) => other.storedAt - one.storedAt);
  return offers.reduce<Group[]>((groups, offer) => {
    const position = groups.findIndex((group) => isOfGroup(group, offer));
    return position === -1
      ? [...groups, [offer]]
      : groups.with(position, [...(groups[position] ?? []), offer]);
  }, []);
};

const GroupNotice = ({ group, place }: { readonly group: Group; readonly place: string }) => {
  const titleId = useId();
  return (
    <div className="stack-3 notice">
      <p id={titleId} className={styles.title}>
        You have unsaved changes from{' '}
        <ChangeTime at={Math.max(...group.map(({ storedAt }) => storedAt))} />
        {place}
      </p>
      {group.some(({ outdated }) => outdated) && (
        <p className="status">The stored version has changed since then.</p>
      )}
      <details className="status">
        <summary className="summary">Compare with the stored version</summary>
        {group.map(({ id, part, stored, value }) => (
          <ChangeList key={id} before={stored} after={value} fieldNames={part.fieldNames} />
        ))}
      </details>
      <div className="cluster-3">
        <Button
          variant="primary"
          aria-describedby={titleId}
          pending={group.some(({ part }) => part.status.state === 'saving')}
          onClick={() => group.forEach(({ restore }) => restore())}
        >
          Restore
        </Button>
        <Button
          aria-describedby={titleId}
          onClick={() => group.forEach(({ discard }) => discard())}
        >
          Discard
        </Button>
      </div>
    </div>
  );
};

interface DraftNoticeProps {
  readonly parts: readonly FormPart[];
}

/** Offers to restore or discard drafts. Applies nothing before the administrator decides. */
export const DraftNotice = ({ parts }: DraftNoticeProps) => {
  const groups = groupsOf(parts);
  return (
    <div role="status">
      {groups.map((group, index) => (
        <GroupNotice
          key={group.map(({ id }) => id).join()}
          group={group}
          place={groups.length > 1 ? ` (${index + 1} of ${groups.length})` : ''}
        />
      ))}
    </div>
  );
};
