import { PROPOSAL_HEADER } from 'content-schema';
import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useOfferUndo } from '../../../data/keep-session.ts';
import { everyCall } from '../../../data/request.ts';
import { useReloadContent } from '../../../data/undo.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/form/field.module.css';
import { Problem } from '../../../ui/messages.tsx';
import type { SlotProps } from '../../core/feature.tsx';
import { UNTITLED } from './proposal-facts.tsx';
import { proposalPath, useProposals } from './proposals.ts';
import styles from './saving-to.module.css';

const SITE = '';
const NEW = 'new';
const STORED = 'saving-to';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the calls of this tab read and change: the id of a proposal, `NEW`, or `SITE`. */
let destination = SITE;

const setDestination = (id: string): void => {
  destination = id;
  everyCall.query = id === SITE ? {} : { proposal: id };
  for (const listener of listeners) listener();
  try {
    sessionStorage.setItem(STORED, id);
  } catch {
    // Then it is the site again in the next page of the tab.
  }
};

/** Saves to the site again, e.g. because the proposal is published. */
export const saveToSite = (): void => setDestination(SITE);

everyCall.onSuccess = (headers) => {
  const id = headers.get(PROPOSAL_HEADER);
  if (destination === NEW && id !== null) setDestination(id);
};

try {
  setDestination(sessionStorage.getItem(STORED) ?? SITE);
} catch {
  // The browser stores nothing.
}

const useDestination = () => {
  const reloadContent = useReloadContent();
  const offerUndo = useOfferUndo();
  return {
    destination: useSyncExternalStore(subscribe, () => destination),
    choose: (id: string) => {
      setDestination(id);
      // It would be undone in the other content.
      offerUndo([]);
      void reloadContent();
    },
  };
};

export const SavingTo = () => {
  const { destination, choose } = useDestination();
  const id = useId();
  const { response, reload } = useProposals();
  // A fork belongs to somebody else.
  const own = response?.proposals.filter(({ isFork }) => !isFork) ?? [];
  const options = [
    [SITE, 'the site'],
    [NEW, 'a new proposal'],
    ...own.map((proposal) => [proposal.id, `“${proposal.title || UNTITLED}”`] as const),
  ] as const;
  const isListed = options.some(([value]) => value === destination);
  const lookAgain = useEffectEvent(reload);
  useEffect(() => {
    if (!isListed) lookAgain();
  }, [isListed]);
  return (
    <div className={classNames('line', styles.savingTo)} data-elsewhere={destination !== SITE}>
      <label htmlFor={id} className="label">
        Saving to
      </label>
      <select
        id={id}
        className={classNames(fieldStyles.control, styles.choice)}
        value={destination}
        onChange={({ target }) => choose(target.value)}
      >
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        {!isListed && <option value={destination}>a proposal</option>}
      </select>
      {own.some((proposal) => proposal.id === destination) && (
        <Link className="small" to={proposalPath(destination)}>
          Read it
        </Link>
      )}
    </div>
  );
};

/** Offers to save to a proposal what a protected branch did not take. */
export const ProposeRejected = ({ code, children }: SlotProps['rejection']) => {
  const { destination, choose } = useDestination();
  if (code !== 'BranchProtected') return children;
  return (
    <Problem>
      The branch is protected, so GitHub takes this only as a proposal.{' '}
      {destination === SITE ? (
        <Button variant="plainStrong" onClick={() => choose(NEW)}>
          Save to a proposal
        </Button>
      ) : (
        'Please try again: it is saved to a proposal now.'
      )}
    </Problem>
  );
};
