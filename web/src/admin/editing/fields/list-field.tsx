import type { TextListField } from 'content-schema/fields';
import { isSame } from 'content-schema/merge';
import { useState } from 'react';
import { TextArea, TextField } from '../../../ui/form/field.tsx';

type TypedAs = TextListField['typedAs'];

interface ListFieldProps {
  readonly path: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly typedAs: TypedAs;
  readonly items: readonly string[];
  readonly onChange: (items: string[]) => void;
}

const itemsBetween = (separator: string) => (text: string) =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');

const PARSERS: Readonly<Record<TypedAs, (text: string) => string[]>> = {
  commas: itemsBetween(','),
  lines: itemsBetween('\n'),
  'one item': (text) => (text.trim() === '' ? [] : [text.trim()]),
};

/** A text field for a list of texts. Empty items are dropped. */
export const ListField = ({ typedAs, items, onChange, ...field }: ListFieldProps) => {
  const [typed, setTyped] = useState('');
  const read = PARSERS[typedAs];
  const written = items.join(typedAs === 'lines' ? '\n' : ', ');
  const control = {
    // Keeps the text as typed while it stands for the items; otherwise shows the formatted items.
    value: isSame(read(typed), items) ? typed : written,
    onChange: (text: string) => {
      setTyped(text);
      onChange(read(text));
    },
    onBlur: () => setTyped(''),
  };
  return typedAs === 'lines' ? (
    <TextArea rows={3} {...field} {...control} />
  ) : (
    <TextField {...field} {...control} />
  );
};
