import type { Layout, Origin } from '../api/layout.ts';
import { slugOf } from '../entities/post-id.ts';
import { splitLanguage } from './import-paths.ts';

/** What the front matter of a file says about the address of its page. */
export interface PageFacts {
  /** It may be a pattern such as `/:year/:title/`. */
  readonly permalink?: string | undefined;
  readonly slug?: string | undefined;
  readonly title?: string | undefined;
  readonly categories: readonly string[];
}

/** At the root of a repository. */
export const ROOT_FOLDER = /^(?:src\/)?(?:(?:content|source|data|pages|public|app)\/)?/i;

const withDashes = (text: string): string => text.trim().replace(/\s+/g, '-');

/** As Hugo, Pelican and Astro make addresses of titles and names: punctuation is left out. */
const wordsOf = (text: string): string =>
  withDashes(text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_\s/-]+/gu, '')).replace(/-{2,}/g, '-');

/** As Zola and Jekyll make them: of punctuation one dash is left. */
const dashed = (text: string): string => wordsOf(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));

/** A number without its zero in front. */
const short = (digits = ''): string => digits.replace(/^0/, '');

const dayOfYear = (date = ''): string =>
  String((Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000 + 1);

const DATE_IN_NAME = /(?<=^|\/)(\d{4}-\d{2}-\d{2})[-_](?=[^/]+$)/;

/** Returns a text's path without its ending. */
export const pageAt = (path: string): string =>
  path.replace(/(?:\/_?index(?:\.[\w-]+)?)?\.\w+$/, '');

/** `below` is the path of the page below the folder of its site or its posts. */
const valuesOf = (below: string, facts: PageFacts, createdAt?: string) => {
  const { title: heading = '', categories } = facts;
  const slug = facts.slug && withDashes(facts.slug);
  const undated = withDashes(below.replace(DATE_IN_NAME, ''));
  const [folder = ''] = /^.*\//.exec(undated) ?? [];
  const filename = undated.slice(folder.length);
  const title = slug ?? filename;
  const words = wordsOf(heading);
  const latin = words.normalize('NFKD').replace(/\p{M}+/gu, '');
  const date = createdAt?.slice(0, 10);
  const [year, month, day] = date?.split('-') ?? [];
  return {
    ...{ year, month, day, i_month: short(month), i_day: short(day), y_day: dayOfYear(date) },
    ...{ title, slug: title, name: title, output_ext: '.html', filename },
    categories: [...new Set(categories.map((each) => withDashes(each).toLowerCase()))].join('/'),
    sections: folder,
    path: slug === undefined ? withDashes(below) : folder + slug,
    undated: folder + title,
    dashed: folder + dashed(title),
    // Eleventy leaves out a name that repeats that of the folder.
    stem: undated.replace(/(?<=^|\/)([^/]+)\/\1$/, '$1'),
    id: slug ?? wordsOf(below),
    heading: words,
    slugorheading: slug ?? words,
    // Pelican writes other alphabets in Latin letters.
    slugorwords: slug ?? (/^[\w-]+$/.test(latin) ? latin : undefined),
  };
};

/** Returns the address in the front matter, and those of patterns without anything unknown. */
const addressesOf = (
  { permalink = '' }: PageFacts,
  values: Readonly<Record<string, string | undefined>>,
  patterns: readonly string[],
): readonly string[] => {
  const isPath = permalink.includes('/') && !/[{*]/.test(permalink);
  const own = isPath ? [permalink.trim().replace(/^https?:\/\/[^/]*/i, '')] : [];
  return [...own, ...patterns].flatMap((pattern) => {
    const fill = (part: string, i: number) => (i % 2 === 0 ? part : values[part]);
    const parts = pattern.split(/:([a-z]\w*)/).map(fill);
    return parts.includes(undefined) ? [] : `/${parts.join('')}`.replace(/\/{2,}/g, '/');
  });
};

/** Returns the address in the front matter as a list; empty if there is none, or a pattern. */
export const ownAddressesOf = (facts: PageFacts): readonly string[] => addressesOf(facts, {}, []);

/** Returns the addresses of a text on the site of the repository that it is shown from. */
export const servedAddressesOf = (
  {
    path,
    lang = '',
    layout,
  }: Pick<Origin, 'path' | 'lang'> & {
    readonly layout: Pick<Layout, 'permalinks' | 'languages'>;
  },
  facts: PageFacts,
  createdAt?: string,
): readonly string[] => {
  const { permalinks, languages } = layout;
  const { rest: own } = splitLanguage(path, languages);
  const [folder = ''] = Object.keys(permalinks)
    .filter((each) => own.startsWith(each))
    .sort((one, other) => other.length - one.length);
  const page = pageAt(own);
  const below = folder === '' ? page.replace(ROOT_FOLDER, '') : page.slice(folder.length);
  // Jekyll takes the folders around `_posts` as categories, and Pelican that of the text.
  const above = folder.endsWith('_posts/') ? folder.split('/').slice(0, -2) : [];
  const [inFolder = 'misc'] = below.split('/').slice(-2, -1);
  const [category = inFolder] = facts.categories;
  const values = {
    ...valuesOf(below, { ...facts, categories: [...above, ...facts.categories] }, createdAt),
    ...{ language: lang, lang: lang || languages[0], category: slugOf(category) },
  };
  return addressesOf(facts, values, (permalinks[folder] ?? ':language/:undated/').split(' '));
};
