import { fieldName } from 'content-schema';
import type { Decide, FieldConflict } from 'content-schema/merge';
import { Fragment, useId, useState, type ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextAreaControl } from '../../../../ui/form/field.tsx';
import { Slot } from '../../feature.tsx';
import type { FieldNames } from './change-names.ts';
import { ShownValue } from './change-view.tsx';
import {
  decisionOf,
  isWritable,
  questionsOf,
  readableText,
  type Choice,
  type NamedValue,
  type Question,
} from './conflict.ts';
import { classNames } from '../../../../ui/class-names.ts';
import dialogStyles from '../../../../ui/dialog.module.css';
import choiceStyles from '../../../../ui/form/choice.module.css';
import styles from './conflict-dialog.module.css';

interface OptionProps {
  readonly group: string;
  readonly label: string;
  readonly about?: ReactNode;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

const Option = ({ group, label, about, checked, onChoose, children }: OptionProps) => {
  const aboutId = useId();
  return (
    <div className="stack-1">
      <div className={classNames('line', styles.option)}>
        <label className={classNames('strong', choiceStyles.choice)}>
          <input
            type="radio"
            className={choiceStyles.box}
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

const WORDS = {
  title: 'Changed elsewhere in the meantime',
  intro:
    'This was changed elsewhere while you were editing it. Choose what to keep; nothing is saved until then. Changes that don’t overlap are kept from both sides.',
  base: 'Before both changes',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  dismiss: 'Decide later',
};

export type ConflictWords = Readonly<typeof WORDS>;

interface QuestionFieldsProps {
  readonly words: ConflictWords;
  readonly file: string | undefined;
  readonly name: string;
  readonly named: NamedValue;
  readonly question: Question;
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

const QuestionFields = (props: QuestionFieldsProps) => {
  const { words, file, name, named, question, choice, onChoice } = props;
  const group = useId();
  const { base, before, after } = question;
  const [text, setText] = useState(() => readableText(question.mine));
  const write = (next: string) => {
    setText(next);
    onChoice({ text: next });
  };
  const isText = typeof choice === 'object';
  return (
    <>
      <div className={styles.before}>
        <p className="label">{words.base}</p>
        {before !== '' && <p className={classNames('label', styles.context)}>{before}</p>}
        <ShownValue {...named} value={base} />
        {after !== '' && <p className={classNames('label', styles.context)}>{after}</p>}
      </div>
      {(['mine', 'theirs'] as const).map((side) => (
        <Option
          key={side}
          group={group}
          label={words[side]}
          about={side === 'theirs' && <Slot name="lastChange" file={file} />}
          checked={choice === side}
          onChoose={() => onChoice(side)}
        >
          <ShownValue {...named} isBeforeShown before={base} value={question[side]} />
        </Option>
      ))}
      {isWritable(question) && (
        <Option group={group} label="Edit" checked={isText} onChoose={() => write(text)}>
          {isText && (
            <TextAreaControl
              aria-label={`${name}, edited`}
              dir="auto"
              rows={3}
              value={text}
              onChange={(event) => write(event.target.value)}
            />
          )}
        </Option>
      )}
    </>
  );
};

interface ConflictGroup {
  readonly file: string | undefined;
  readonly title?: string;
  readonly fieldNames: FieldNames;
  readonly conflicts: readonly FieldConflict[];
}

interface ConflictFieldProps extends Pick<ConflictGroup, 'file' | 'fieldNames'> {
  readonly words: ConflictWords;
  readonly conflict: FieldConflict;
  /** One for each question; without one, my version is chosen. */
  readonly choices: readonly Choice[];
  readonly onChoices: (choices: readonly Choice[]) => void;
}

const ConflictField = (props: ConflictFieldProps) => {
  const { words, file, fieldNames, conflict, choices, onChoices } = props;
  const name = fieldName(fieldNames, conflict.field);
  const questions = questionsOf(conflict);
  const all = questions.map((_, index) => choices[index] ?? 'mine');
  const fieldsOf = (question: Question, index: number, title: string) => (
    <QuestionFields
      words={words}
      file={file}
      name={title}
      named={{ names: fieldNames, path: conflict.field }}
      question={question}
      choice={all[index] ?? 'mine'}
      onChoice={(choice) => onChoices(all.with(index, choice))}
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

interface ConflictDialogProps {
  readonly words?: ConflictWords;
  readonly groups: readonly ConflictGroup[];
  readonly resolve: (decide: Decide) => void;
  readonly dismiss: () => void;
}

export const ConflictDialog = (props: ConflictDialogProps) => {
  const { words = WORDS, groups, resolve, dismiss } = props;
  const [choices, setChoices] = useState<ReadonlyMap<string, readonly Choice[]>>(new Map());
  const choicesFor = (conflict: FieldConflict) => choices.get(keyOf(conflict)) ?? [];
  return (
    <Dialog wide title={words.title} onClose={dismiss}>
      <div className="stack-5">
        <p>{words.intro}</p>
        {groups.map(({ file, title, fieldNames, conflicts }, index) => (
          <Fragment key={index}>
            {title !== undefined && <h3 className="larger">{title}</h3>}
            {conflicts.map((conflict) => (
              <ConflictField
                key={keyOf(conflict)}
                words={words}
                file={file}
                fieldNames={fieldNames}
                conflict={conflict}
                choices={choicesFor(conflict)}
                onChoices={(next) => setChoices(new Map(choices).set(keyOf(conflict), next))}
              />
            ))}
          </Fragment>
        ))}
        <div className={classNames('cluster-3', dialogStyles.actions)}>
          <Button
            variant="primary"
            onClick={() => resolve((conflict) => decisionOf(conflict, choicesFor(conflict)))}
          >
            Save my choice
          </Button>
          <Button onClick={dismiss}>{words.dismiss}</Button>
        </div>
      </div>
    </Dialog>
  );
};
