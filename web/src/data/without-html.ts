/** A value of the API without the HTML that the server derives from its Markdown. */
export type WithoutHtml<Value> = Value extends readonly (infer Item)[]
  ? WithoutHtml<Item>[]
  : Value extends object
    ? { [Key in keyof Value as Key extends `${string}Html` ? never : Key]: WithoutHtml<Value[Key]> }
    : Value;

const strip = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => !key.endsWith('Html'));
  return Object.fromEntries(fields.map(([key, inner]) => [key, strip(inner)]));
};

export const withoutHtml = <Value>(value: Value): WithoutHtml<Value> =>
  strip(value) as WithoutHtml<Value>;
