/** Reads what the configuration of a site generator says of the whole site. */
import { readTable } from '../front-matter/formats.ts';

/** The values of a configuration by their keys, those of tables like `params.description`. */
export type SiteConfig = ReadonlyMap<string, string>;

/** A larger one is not read. */
const LENGTH_MAX = 32_768;

/** A name with a text in a script, such as `SITENAME = "Tides"` or `title: 'Tides',`. */
const ASSIGNMENT = /(?:^|[{,])\s*["']?([A-Za-z_]\w*)["']?\s*[:=]\s*(["'`])((?:(?!\2)[^\\\n])*)\2/gm;

const TABLES = { yml: 'yaml', yaml: 'yaml', toml: 'toml', json: 'json' } as const;

/** An address that a function in a script returns. */
const PERMALINK = /\bpermalink\b[^"'`;]{0,100}(["'`])([^"'`\n]*)\1/;

/** Of a broken configuration and of what is computed in a script, nothing is known. */
export const readConfig = (path: string, text: string): SiteConfig => {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  if (text.length > LENGTH_MAX) return new Map();
  if (Object.hasOwn(TABLES, ending)) return readTable(TABLES[ending as keyof typeof TABLES], text);
  const pairs = [...text.matchAll(ASSIGNMENT)].map(([, key = '', , value = '']) => [key, value]);
  const [, , permalink] = PERMALINK.exec(text) ?? [];
  if (permalink !== undefined) pairs.unshift(['permalink', permalink]);
  return new Map(pairs.toReversed() as [string, string][]);
};

/** Returns the first text under one of the keys. */
export const textIn = (config: SiteConfig, ...keys: readonly string[]): string | undefined =>
  keys.map((key) => config.get(key)?.trim()).find(Boolean);
