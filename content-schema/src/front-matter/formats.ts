import { YAML_FORMAT } from './edit-yaml.ts';
import { isTable, type HeadValue } from './head-value.ts';
import { LINES_FORMAT } from './lines.ts';
import { PAIRS_FORMAT } from './pairs.ts';
import { JSON_FORMAT, TOML_FORMAT } from './tables.ts';

/** The languages of front matter. */
export const FORMATS = {
  yaml: YAML_FORMAT,
  toml: TOML_FORMAT,
  json: JSON_FORMAT,
  lines: LINES_FORMAT,
  pairs: PAIRS_FORMAT,
} as const;

/**
 * Returns the texts of a file in a language of front matter by their keys, those of tables like
 * `params.title`. Empty if it can't be parsed.
 */
export const readTable = (
  language: 'yaml' | 'toml' | 'json',
  source: string,
): ReadonlyMap<string, string> => {
  const texts = (key: string, value: HeadValue): [string, string][] => {
    if (typeof value === 'string') return [[key, value]];
    return isTable(value)
      ? [...value].flatMap(([name, each]) => texts(`${key}.${name}`, each))
      : [];
  };
  try {
    return new Map(FORMATS[language].read(source).flatMap(({ key, value }) => texts(key, value)));
  } catch {
    return new Map();
  }
};
