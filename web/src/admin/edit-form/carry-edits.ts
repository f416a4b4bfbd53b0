const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of forms are plain data, whose keys keep their order. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What was typed while a save was under way, on top of what the save has stored: `typed` where it
 * differs from `sent`, and `stored` everywhere else.
 */
export const carryEdits = <Value>(typed: Value, sent: Value, stored: Value): Value => {
  if (isSame(typed, sent)) return stored;
  if (!isRecord(typed) || !isRecord(sent) || !isRecord(stored)) return typed;
  const fields = Object.entries(stored).map(([key, value]) => [
    key,
    carryEdits(typed[key], sent[key], value),
  ]);
  return Object.fromEntries(fields) as Value;
};
