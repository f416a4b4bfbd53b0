import { LIST_MAX_LENGTH, readValue } from 'content-schema';
import type { Field, GroupField, ListField } from 'content-schema/fields';
import { isPlainObject, matchItems } from 'content-schema/merge';

const inGroup = ({ fields }: GroupField, sent: unknown, stored: unknown): unknown => {
  if (!isPlainObject(sent) || !isPlainObject(stored)) return sent;
  const entries = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    if (Object.hasOwn(sent, name)) return [[name, keepUnsent(field, sent[name], stored[name])]];
    return field.required ? [] : [[name, stored[name]]];
  });
  return { ...sent, ...Object.fromEntries(entries) };
};

const inList = ({ item }: ListField, sent: unknown, stored: unknown): unknown => {
  if (!Array.isArray(sent) || !Array.isArray(stored)) return sent;
  // Validation refuses such a list; comparing its entries would take long.
  if (sent.length > LIST_MAX_LENGTH) return sent;
  // The input is not validated yet, and may be nested too deeply to compare.
  const readable = sent.map((value) => readValue(item, value));
  const matches = matchItems<unknown>(stored, readable, { upTo: 'similar' });
  return sent.map((value: unknown, index) => {
    const position = matches[index];
    return position === undefined ? value : keepUnsent(item, value, stored[position]);
  });
};

/**
 * Returns the sent value of `field`, with stored values for optional fields that a client doesn't
 * know. An entry of a list gets those of the most similar stored entry. Required ones stay absent.
 */
export const keepUnsent = (field: Field, sent: unknown, stored: unknown): unknown => {
  if (field.kind === 'group') return inGroup(field, sent, stored);
  if (field.kind === 'list') return inList(field, sent, stored);
  return sent;
};
