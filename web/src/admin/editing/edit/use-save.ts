import type { Conflict } from 'content-schema';
import type { Decide, FieldConflict } from 'content-schema/merge';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { PartsSource, SendPatch } from '../../../data/editable-content.ts';
import { usePropose } from '../../../data/proposals.ts';
import type { Proposed } from '../../../data/request.ts';
import { conflictsOf, isUnsaved, type EditEvent } from './edit-state.ts';
import { isReadOnly, useFileProblems } from './file-problems.tsx';
import { saveParts } from './save-parts.ts';
import { subjectOf } from './subjects.ts';
import type { FormPart } from './use-edit.ts';

export const isIn = (phase: FormPart['state']['phase']['name'], { state }: FormPart): boolean =>
  state.phase.name === phase;

export const isEdited = ({ state }: FormPart): boolean => isUnsaved(state);

/** Whether the last save failed because the branch is protected. */
export const isRefusedByRules = ({ state: { phase } }: FormPart): boolean =>
  phase.name === 'failed' && phase.code === 'BranchProtected';

/** The conflicts to ask about at the moment. */
export const openConflicts = ({ state }: FormPart): readonly FieldConflict[] =>
  state.phase.name === 'conflict' && state.phase.open ? conflictsOf(state) : [];

export const inFile = ({ name }: FormPart, conflict: FieldConflict): Conflict => ({
  file: subjectOf(name).file ?? '',
  ...conflict,
});

/** Saves the parts that have changed, or all parts if none has; one save at a time. */
export const useSave = (parts: readonly FormPart[], source: PartsSource) => {
  const again = useRef(false);
  const sendProposal = usePropose();
  const [isProposing, setIsProposing] = useState(false);
  const [proposed, setProposed] = useState<Proposed>();
  const latestSource = useRef(source);
  useEffect(() => {
    latestSource.current = source;
  }, [source]);
  const save = (
    chosen: readonly FormPart[],
    begin: (part: FormPart) => EditEvent<unknown>,
    propose?: SendPatch,
  ) => {
    setProposed(undefined);
    const isRepeated = () => again.current;
    return saveParts(
      chosen,
      { latestSource: () => latestSource.current, isRepeated, propose },
      begin,
    );
  };

  const unsaved = parts.filter(isEdited);
  const problems = useFileProblems();
  const isSaving = parts.some((part) => isIn('saving', part));
  const submit = () => {
    again.current = isSaving;
    if (isSaving) return;
    const editable = parts.filter(({ name }) => !isReadOnly(name, problems));
    const chosen = [unsaved, editable].find((some) => some.length > 0) ?? parts;
    void save(chosen, () => ({ type: 'submitted' }));
  };
  const propose = async (id: string) => {
    if (isSaving) return;
    setIsProposing(true);
    let result: Proposed | undefined;
    await save(
      unsaved,
      () => ({ type: 'submitted' }),
      async (patch, revision) => (result = await sendProposal(patch, revision, id)),
    );
    setProposed(result);
    setIsProposing(false);
  };
  const submitAgain = useEffectEvent(() => {
    if (again.current && unsaved.length > 0) submit();
    again.current = false;
  });
  useEffect(() => {
    if (!isSaving) submitAgain();
  }, [isSaving]);

  return {
    isSaving,
    isProposing,
    /** The proposal that the edits became, until the next save. */
    proposed,
    /** Adds the edits to the proposal with this id, or to a `new` one. */
    propose: (id: string) => void propose(id),
    /** Saves, or saves again after the running save. */
    submit,
    /** Rebases the edits of a part on the stored value. */
    update: (part: FormPart) => void save([part], () => ({ type: 'updated' })),
    /** Saves with a decision for each conflict. */
    resolve: (decide: Decide) =>
      void save(unsaved, (part) =>
        openConflicts(part).length > 0
          ? { type: 'resolved', decide: (conflict) => decide(inFile(part, conflict)) }
          : { type: 'submitted' },
      ),
  };
};

const isSaveShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** Saves on Ctrl+S or Cmd+S, unless the focus is in another form or a dialog is open. */
export const useSaveShortcut = (
  form: RefObject<HTMLFormElement | null>,
  onPress: () => void,
): void => {
  const save = useEffectEvent(onPress);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSaveShortcut(event)) return;
      event.preventDefault();
      const focused = document.activeElement?.closest('form') ?? form.current;
      const inDialog = document.querySelector('dialog[open]') !== null;
      if (focused === form.current && !inDialog && !event.repeat) save();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [form]);
};
