import type { FieldConflict } from 'content-schema/merge';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { FieldNames, FormPart, ConflictState } from '../form-part.ts';
import { ConflictField } from './conflict-field.tsx';
import { fieldName } from './field-name.ts';
import { valueOfSide } from './settle-conflict.ts';
import styles from './conflict-dialog.module.css';

interface ConflictDialogProps {
  /** The part of the form whose save was refused, if any. */
  readonly part: FormPart | undefined;
}

interface QuestionProps {
  readonly conflict: ConflictState;
  readonly fieldNames: FieldNames;
}

/** The same conflict is found again when the sides are merged with what was decided. */
const keyOf = (conflict: FieldConflict): string => JSON.stringify(conflict);

const Question = ({ conflict: { conflicts, resolve, dismiss }, fieldNames }: QuestionProps) => {
  const [decided, setDecided] = useState<ReadonlyMap<string, unknown>>(new Map());
  const decide = (conflict: FieldConflict): unknown => {
    const key = keyOf(conflict);
    return decided.has(key) ? decided.get(key) : valueOfSide(conflict, 'mine');
  };
  return (
    <div className={styles.question}>
      <p>
        This was changed elsewhere while you were editing it. Choose what to keep; nothing is saved
        until then. Changes that don’t overlap are kept from both sides.
      </p>
      {conflicts.map((conflict) => (
        <ConflictField
          key={keyOf(conflict)}
          name={fieldName(fieldNames, conflict.field)}
          conflict={conflict}
          onDecide={(value) => setDecided(new Map(decided).set(keyOf(conflict), value))}
        />
      ))}
      <div className={styles.actions}>
        <Button look="primary" onClick={() => resolve(decide)}>
          Save my choice
        </Button>
        <Button onClick={dismiss}>Decide later</Button>
      </div>
    </div>
  );
};

/** Asks what shall stay of what both sides changed, field by field. */
export const ConflictDialog = ({ part }: ConflictDialogProps) => {
  const conflict = part?.conflict;
  return (
    <Dialog
      wide
      open={conflict !== undefined}
      title="Changed elsewhere in the meantime"
      onClose={() => conflict?.dismiss()}
    >
      {part && conflict && (
        <Question key={part.name} conflict={conflict} fieldNames={part.fieldNames} />
      )}
    </Dialog>
  );
};
