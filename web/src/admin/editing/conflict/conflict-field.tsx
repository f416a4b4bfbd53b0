import type { FieldConflict } from 'content-schema/merge';
import { useId, useState } from 'react';
import { ConflictChoice } from './conflict-choice.tsx';
import { isWritable, textToEdit, valueOfSide, valueOfText, type Side } from './settle-conflict.ts';
import { ShownValue } from './shown-value.tsx';
import styles from './conflict-field.module.css';

interface ConflictFieldProps {
  readonly name: string;
  readonly conflict: FieldConflict;
  /** Called with what shall stand in the field. */
  readonly onDecide: (value: unknown) => void;
}

/** One field that both sides changed: what it was, what each made of it, and which shall stay. */
export const ConflictField = ({ name, conflict, onDecide }: ConflictFieldProps) => {
  const group = useId();
  const [choice, setChoice] = useState<Side | 'text'>('mine');
  const [text, setText] = useState(() => textToEdit(conflict));

  const choose = (side: Side) => {
    setChoice(side);
    onDecide(valueOfSide(conflict, side));
  };
  const write = (next: string) => {
    setText(next);
    setChoice('text');
    onDecide(valueOfText(conflict, next));
  };

  return (
    <fieldset className={styles.field}>
      <legend className={styles.name}>{name}</legend>
      <div className={styles.before}>
        <p className={styles.label}>Before both changes</p>
        <ShownValue value={conflict.base} />
      </div>
      <ConflictChoice
        group={group}
        label="Keep mine"
        checked={choice === 'mine'}
        onChoose={() => choose('mine')}
      >
        <ShownValue before={conflict.base} value={conflict.mine} />
      </ConflictChoice>
      <ConflictChoice
        group={group}
        label="Take theirs"
        checked={choice === 'theirs'}
        onChoose={() => choose('theirs')}
      >
        <ShownValue before={conflict.base} value={conflict.theirs} />
      </ConflictChoice>
      {isWritable(conflict) && (
        <ConflictChoice
          group={group}
          label="Edit"
          checked={choice === 'text'}
          onChoose={() => write(text)}
        >
          {choice === 'text' && (
            <textarea
              className={styles.text}
              aria-label={`${name}, edited`}
              rows={3}
              value={text}
              onChange={(event) => write(event.target.value)}
            />
          )}
        </ConflictChoice>
      )}
    </fieldset>
  );
};
