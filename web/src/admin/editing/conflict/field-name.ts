import type { FieldNames } from '../form-part.ts';

const INDEX = /(?<=^|\.)\d+(?=\.|$)/g;

/** What the field at `path` is called; a path without a name stands for itself. */
export const fieldName = (names: FieldNames, path: string): string => {
  const name = names[path] ?? names[path.replace(INDEX, '*')];
  const place = Number(path.match(INDEX)?.[0]) + 1;
  return name?.replace('#', String(place)) ?? path;
};
