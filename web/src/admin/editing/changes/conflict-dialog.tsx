import { fieldName } from 'content-schema';
import type { Decide, FieldConflict } from 'content-schema/merge';
import { useId, useState, type ReactNode } from 'react';
import { useLastChange } from '../../../data/history.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaControl } from '../../../ui/form/text-area-control.tsx';
import { ChangeTime, ShownValue } from './change-view.tsx';
import {
  decisionOf,
  isWritable,
  questionsOf,
  readableText,
  type Choice,
  type NamedValue,
  type Question,
} from './conflict.ts';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/form/field.module.css';
import styles from './conflict-dialog.module.css';
import type { FieldNames } from '../edit/form-part.ts';

interface ChoiceProps {
  /** The name of the radio group. */
  readonly group: string;
  readonly label: string;
  /** Shown beside the label. */
  readonly about?: ReactNode;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A radio button for one way to resolve a conflict, with the resulting value. */
const Choice = ({ group, label, about, checked, onChoose, children }: ChoiceProps) => {
  const aboutId = useId();
  return (
    <div className="stack-1">
      <div className={styles.option}>
        <label className={classNames('strong', styles.radio)}>
          <input
            type="radio"
            name={group}
            checked={checked}
            aria-describedby={aboutId}
            onChange={onChoose}
          />
          {label}
        </label>
        <span id={aboutId} className="label">
          {about}
        </span>
      </div>
      {children}
    </div>
  );
};

/** The labels for the two sides of a conflict. */
export interface ConflictWords {
  readonly title: string;
  readonly intro: string;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly dismiss: string;
}

const WORDS: ConflictWords = {
  title: 'Changed elsewhere in the meantime',
  intro:
    'This was changed elsewhere while you were editing it. Choose what to keep; nothing is saved until then. Changes that don’t overlap are kept from both sides.',
  base: 'Before both changes',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  dismiss: 'Decide later',
};

interface QuestionFieldsProps {
  readonly words: ConflictWords;
  readonly name: string;
  readonly named: NamedValue;
  readonly question: Question;
  /** Who made the other change, if known. */
  readonly author: ReactNode;
  readonly onChoice: (choice: Choice) => void;
}

/** Asks about one conflict: shows the original, both versions, and the choice between them. */
const QuestionFields = (props: QuestionFieldsProps) => {
  const { words, name, named, question, author, onChoice } = props;
  const group = useId();
  const { base, theirs, mine, before, after } = question;
  const [choice, setChoice] = useState<'theirs' | 'mine' | 'text'>('mine');
  const [text, setText] = useState(() => readableText(mine));

  const choose = (side: 'theirs' | 'mine') => {
    setChoice(side);
    onChoice(side);
  };
  const write = (next: string) => {
    setText(next);
    setChoice('text');
    onChoice({ text: next });
  };

  return (
    <>
      <div className={styles.before}>
        <p className="label">{words.base}</p>
        {before !== '' && <p className={classNames('label', styles.context)}>{before}</p>}
        <ShownValue {...named} value={base} />
        {after !== '' && <p className={classNames('label', styles.context)}>{after}</p>}
      </div>
      <Choice
        group={group}
        label={words.mine}
        checked={choice === 'mine'}
        onChoose={() => choose('mine')}
      >
        <ShownValue {...named} isBeforeShown before={base} value={mine} />
      </Choice>
      <Choice
        group={group}
        label={words.theirs}
        about={author}
        checked={choice === 'theirs'}
        onChoose={() => choose('theirs')}
      >
        <ShownValue {...named} isBeforeShown before={base} value={theirs} />
      </Choice>
      {isWritable(question) && (
        <Choice group={group} label="Edit" checked={choice === 'text'} onChoose={() => write(text)}>
          {choice === 'text' && (
            <TextAreaControl
              className={fieldStyles.control}
              aria-label={`${name}, edited`}
              dir="auto"
              rows={3}
              value={text}
              onChange={(event) => write(event.target.value)}
            />
          )}
        </Choice>
      )}
    </>
  );
};

interface ConflictFieldProps {
  readonly words: ConflictWords;
  readonly fieldNames: FieldNames;
  readonly conflict: FieldConflict;
  readonly author: ReactNode;
  readonly onDecide: (choices: readonly Choice[]) => void;
}

/** Asks about one field that both sides changed; for a long text, about each passage. */
const ConflictField = (props: ConflictFieldProps) => {
  const { words, fieldNames, conflict, author, onDecide } = props;
  const name = fieldName(fieldNames, conflict.field);
  const questions = questionsOf(conflict);
  const [choices, setChoices] = useState<readonly Choice[]>(() => questions.map(() => 'mine'));
  const choose = (index: number, next: Choice) => {
    const all = choices.with(index, next);
    setChoices(all);
    onDecide(all);
  };
  const fieldsOf = (question: Question, index: number, title: string) => (
    <QuestionFields
      words={words}
      name={title}
      named={{ names: fieldNames, path: conflict.field }}
      question={question}
      author={author}
      onChoice={(next) => choose(index, next)}
    />
  );
  const [first] = questions;
  return (
    <fieldset className="stack-4 divided">
      <legend className={styles.name}>
        {name}
        {conflict.entry !== undefined && (
          <span className={classNames('note', styles.entry)}>{conflict.entry}</span>
        )}
      </legend>
      {questions.length === 1 && first
        ? fieldsOf(first, 0, name)
        : questions.map((question, index) => {
            const title = `Passage ${index + 1} of ${questions.length}`;
            return (
              <fieldset key={index} className={classNames('stack-4', styles.passage)}>
                <legend className={classNames('strong', styles.passageName)}>{title}</legend>
                {fieldsOf(question, index, `${name}, ${title.toLowerCase()}`)}
              </fieldset>
            );
          })}
    </fieldset>
  );
};

/** Identifies a conflict, so that its decision is found again when the sides are merged. */
const keyOf = (conflict: FieldConflict): string => JSON.stringify(conflict);

interface ConflictGroup {
  readonly file: string | undefined;
  /** The file's name, for conflicts in several files. */
  readonly title?: string;
  readonly fieldNames: FieldNames;
  readonly conflicts: readonly FieldConflict[];
}

interface ConflictGroupProps {
  readonly words: ConflictWords;
  readonly group: ConflictGroup;
  readonly onDecide: (conflict: FieldConflict, choices: readonly Choice[]) => void;
}

const ConflictGroupFields = ({ words, group, onDecide }: ConflictGroupProps) => {
  const { file, title, fieldNames, conflicts } = group;
  const change = useLastChange(file);
  const author = change && (
    <>
      by {change.author.name}, <ChangeTime at={Date.parse(change.date)} />
    </>
  );
  return (
    <>
      {title !== undefined && <h3 className={styles.file}>{title}</h3>}
      {conflicts.map((conflict) => (
        <ConflictField
          key={keyOf(conflict)}
          words={words}
          fieldNames={fieldNames}
          conflict={conflict}
          author={author}
          onDecide={(next) => onDecide(conflict, next)}
        />
      ))}
    </>
  );
};

interface ConflictFormProps {
  readonly words: ConflictWords;
  readonly groups: readonly ConflictGroup[];
  readonly resolve: (decide: Decide) => void;
  readonly dismiss: () => void;
}

const ConflictForm = ({ words, groups, resolve, dismiss }: ConflictFormProps) => {
  const [choices, setChoices] = useState<ReadonlyMap<string, readonly Choice[]>>(new Map());
  return (
    <div className="stack-5">
      <p>{words.intro}</p>
      {groups.map((group, index) => (
        <ConflictGroupFields
          key={index}
          words={words}
          group={group}
          onDecide={(conflict, next) => setChoices(new Map(choices).set(keyOf(conflict), next))}
        />
      ))}
      <div className={classNames('cluster-3', styles.actions)}>
        <Button
          variant="primary"
          onClick={() =>
            resolve((conflict) => decisionOf(conflict, choices.get(keyOf(conflict)) ?? []))
          }
        >
          Save my choice
        </Button>
        <Button onClick={dismiss}>{words.dismiss}</Button>
      </div>
    </div>
  );
};

interface ConflictDialogProps extends Omit<ConflictFormProps, 'words'> {
  readonly words?: ConflictWords;
}

/**
 * A dialog that asks, field by field, which version to keep. Closed while there are no conflicts.
 */
export const ConflictDialog = ({ words = WORDS, ...props }: ConflictDialogProps) => {
  const { groups, dismiss } = props;
  return (
    <Dialog wide open={groups.length > 0} title={words.title} onClose={dismiss}>
      {groups.length > 0 && <ConflictForm words={words} {...props} />}
    </Dialog>
  );
};
