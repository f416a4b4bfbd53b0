import { isSame } from 'content-schema/merge';
import { useEffect, useRef, useState } from 'react';
import type { Versioned } from '../../../data/request.ts';
import { findOwned, ownDraft } from './draft-owner.ts';
import { draftsOf, dropDraft, keepDraft, type Draft } from './draft-store.ts';

interface DraftOptions {
  /** What is edited, e.g. `profile`. */
  readonly name: string;
  readonly unsaved: boolean;
  readonly value: unknown;
  /** What the edits began from. */
  readonly base: Versioned<unknown>;
  readonly stored: unknown;
}

interface DraftHook {
  /** What was left unsaved by a form that is gone, newest first. */
  readonly abandoned: readonly Draft[];
  /** Goes on with an abandoned draft as with one's own. */
  readonly adopt: (draft: Draft) => void;
  readonly discard: (draft: Draft) => void;
}

const KEEP_EVERY_MS = 1000;

/** Unique among the forms of one browser. */
const newId = (): string => `${Date.now()}-${Math.random()}`;

/** Without a database in the browser, work goes on without drafts. */
const ignore = () => undefined;

const findAbandoned = async (name: string, stored: unknown): Promise<Draft[]> => {
  const isOwned = await findOwned();
  const drafts = (await draftsOf(name)).filter(({ id }) => !isOwned(id));
  const superfluous = drafts.filter(({ value }) => isSame(value, stored));
  await Promise.all(superfluous.map(({ id }) => dropDraft(id)));
  return drafts.filter((draft) => !superfluous.includes(draft));
};

/** Keeps a draft while edits are unsaved, and finds those that were abandoned. */
export const useDraft = ({ name, unsaved, value, base, stored }: DraftOptions): DraftHook => {
  const [id, setId] = useState(newId);
  const [abandoned, setAbandoned] = useState<readonly Draft[]>([]);
  const latest = useRef({ value, base, stored });

  useEffect(() => {
    latest.current = { value, base, stored };
  }, [value, base, stored]);

  useEffect(() => ownDraft(id), [id]);

  useEffect(() => {
    findAbandoned(name, latest.current.stored).then(
      (drafts) => setAbandoned(drafts.filter((draft) => draft.id !== id)),
      ignore,
    );
  }, [name, id]);

  useEffect(() => {
    if (!unsaved) {
      dropDraft(id).catch(ignore);
      return;
    }
    let kept: unknown;
    const keep = () => {
      const { value, base } = latest.current;
      if (value === kept) return;
      kept = value;
      keepDraft({ id, name, value, base, keptAt: Date.now() }).catch(ignore);
    };
    const timer = setInterval(keep, KEEP_EVERY_MS);
    return () => {
      clearInterval(timer);
      keep();
    };
  }, [id, name, unsaved]);

  const withdraw = (draft: Draft) =>
    setAbandoned((drafts) => drafts.filter((other) => other !== draft));

  const adopt = (draft: Draft) => {
    withdraw(draft);
    setId(draft.id);
  };
  const discard = (draft: Draft) => {
    withdraw(draft);
    dropDraft(draft.id).catch(ignore);
  };
  return { abandoned, adopt, discard };
};
