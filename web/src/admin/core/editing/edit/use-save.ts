import type { Conflict } from 'content-schema';
import type { Decide, FieldConflict } from 'content-schema/merge';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { FormSource } from '../../../../data/editable-content.ts';
import { useWindowEvent } from '../../../../ui/use-window-event.ts';
import { conflictsOf, isUnsaved, splitPath, type EditEvent } from './edit-state.ts';
import { isReadOnly, useFileProblems } from './file-problems.tsx';
import { saveForm } from './save-form.ts';
import { partOf } from './targets.ts';
import type { FormEdit } from './use-edit.ts';

/** A conflict in a part of a form, with its path in the part. */
export interface PartConflict extends Conflict {
  readonly part: string;
}

const inPart = ({ name }: FormEdit, conflict: FieldConflict): PartConflict => {
  const { part, path } = splitPath(conflict.field);
  return { ...conflict, part, file: partOf(name, part).file ?? '', field: path };
};

export const openConflicts = (edit: FormEdit): readonly PartConflict[] => {
  const { phase } = edit.state;
  if (phase.name !== 'conflict' || !phase.open) return [];
  return conflictsOf(edit.state).map((conflict) => inPart(edit, conflict));
};

/** Saves the parts of a form that have changed, or all parts if none has; one save at a time. */
export const useSave = (edit: FormEdit, source: FormSource) => {
  const again = useRef(false);
  const latestSource = useRef(source);
  useEffect(() => {
    latestSource.current = source;
  }, [source]);
  const save = (begin: EditEvent) => {
    const isRepeated = () => again.current;
    void saveForm(edit, { latestSource: () => latestSource.current, isRepeated }, begin);
  };

  const problems = useFileProblems();
  const isSaving = edit.state.phase.name === 'saving';
  const submit = () => {
    again.current = isSaving;
    if (isSaving) return;
    const parts = Object.keys(edit.state.value);
    const editable = parts.filter((part) => !isReadOnly(partOf(edit.name, part), problems));
    save({ type: 'submitted', unchanged: editable.length > 0 ? editable : parts });
  };
  const submitAgain = useEffectEvent(() => {
    if (again.current && isUnsaved(edit.state)) submit();
    again.current = false;
  });
  useEffect(() => {
    if (!isSaving) submitAgain();
  }, [isSaving]);

  return {
    isSaving,
    /** Saves, or saves again after the running save. */
    submit,
    update: () => save({ type: 'updated' }),
    resolve: (decide: Decide) =>
      save({ type: 'resolved', decide: (conflict) => decide(inPart(edit, conflict)) }),
  };
};

/** Saves on Ctrl+S or Cmd+S, unless the focus is in another form or a dialog is open. */
export const useSaveShortcut = (form: RefObject<HTMLFormElement | null>, save: () => void): void =>
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey) return;
    event.preventDefault();
    const focused = document.activeElement?.closest('form') ?? form.current;
    const inDialog = document.querySelector('dialog[open]') !== null;
    if (focused === form.current && !inDialog && !repeat) save();
  });
