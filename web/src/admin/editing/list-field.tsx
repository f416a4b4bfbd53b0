import { isSame } from 'content-schema/merge';
import { useState } from 'react';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';

interface ListFieldProps {
  readonly path: string;
  readonly label: string;
  readonly hint: string;
  readonly items: readonly string[];
  readonly onChange: (items: string[]) => void;
}

interface Notation {
  readonly read: (text: string) => string[];
  readonly write: (items: readonly string[]) => string;
}

const without = (items: readonly string[]): string[] =>
  items.map((item) => item.trim()).filter((item) => item !== '');

const COMMAS: Notation = {
  read: (text) => without(text.split(',')),
  write: (items) => items.join(', '),
};

const LINES: Notation = {
  read: (text) => without(text.split('\n')),
  write: (items) => items.join('\n'),
};

/** The whole text as one item. */
const WHOLE: Notation = { read: (text) => without([text]), write: (items) => items.join(', ') };

/** The text as it is typed, while it is; then as the items are written. */
const useListText = ({ items, onChange }: ListFieldProps, { read, write }: Notation) => {
  const [typed, setTyped] = useState('');
  return {
    value: isSame(read(typed), items) ? typed : write(items),
    onChange: (text: string) => {
      setTyped(text);
      onChange(read(text));
    },
    onBlur: () => setTyped(''),
  };
};

/** A list on one line, its items separated by commas. Empty items are dropped. */
export const CommaListField = (props: ListFieldProps) => {
  const { path, label, hint } = props;
  return <TextField path={path} label={label} hint={hint} {...useListText(props, COMMAS)} />;
};

/** A list with one item on each line. Empty lines are dropped. */
export const LineListField = (props: ListFieldProps) => {
  const { path, label, hint } = props;
  return <TextArea rows={3} path={path} label={label} hint={hint} {...useListText(props, LINES)} />;
};

/** A list that is entered as one text and kept as a single item. */
export const SingleItemField = (props: ListFieldProps) => {
  const { path, label, hint } = props;
  return <TextField path={path} label={label} hint={hint} {...useListText(props, WHOLE)} />;
};
