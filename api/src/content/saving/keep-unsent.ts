import { LIST_MAX_LENGTH, readValue } from 'content-schema';
import type { Field, GroupField, ListField } from 'content-schema/fields';
import { isPlain, matchItems } from 'content-schema/merge';

const inGroup = ({ fields }: GroupField, sent: unknown, stored: unknown): unknown => {
  if (!isPlain(sent) || !isPlain(stored)) return sent;
  const kept = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    if (Object.hasOwn(sent, name)) return [[name, keepUnsent(field, sent[name], stored[name])]];
    return field.required ? [] : [[name, stored[name]]];
  });
  return { ...sent, ...Object.fromEntries(kept) };
};

const inList = ({ item }: ListField, sent: unknown, stored: unknown): unknown => {
  if (!Array.isArray(sent) || !Array.isArray(stored)) return sent;
  // It is refused, and comparing its entries would take long.
  if (sent.length > LIST_MAX_LENGTH) return sent;
  // What was sent is not valid yet: it may be nested deeper than can be compared.
  const readable = sent.map((value) => readValue(item, value));
  const places = matchItems<unknown>(stored, readable, { upTo: 'similar' });
  return sent.map((value: unknown, index) => {
    const place = places[index];
    return place === undefined ? value : keepUnsent(item, value, stored[place]);
  });
};

/**
 * What was sent as the value of `field`, with what is stored for each optional field that was not
 * sent: a client that doesn't know a field must not empty it. An entry of a list keeps what the
 * most similar entry has stored. Fields that a save has to send stay absent.
 */
export const keepUnsent = (field: Field, sent: unknown, stored: unknown): unknown => {
  if (field.kind === 'group') return inGroup(field, sent, stored);
  if (field.kind === 'list') return inList(field, sent, stored);
  return sent;
};
