export type PlainObject = Readonly<Record<string, unknown>>;

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a key; undefined if the object itself lacks it, e.g. for `toString`. */
export const ownValue = (object: PlainObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Whether two values are equal as JSON, ignoring the order of keys. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  if (isPlainObject(a) && isPlainObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => isSame(ownValue(a, key), ownValue(b, key)));
  }
  return a === b;
};

type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

export const withoutUndefined = <Value extends object>(value: Value): Defined<Value> =>
  Object.fromEntries(
    Object.entries(value).filter(([, own]) => own !== undefined),
  ) as Defined<Value>;

/** Returns the named properties of an object, in this order, without those that are undefined. */
export const pick = <Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Pick<Value, Name> => {
  const picked: Partial<Value> = {};
  for (const name of names) if (value[name] !== undefined) picked[name] = value[name];
  return picked as Pick<Value, Name>;
};
