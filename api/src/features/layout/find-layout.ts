/** Finds out where a repository of another site generator keeps its posts, pages and pictures. */
import {
  layoutCorrectionSchema,
  MARKDOWN_FILE,
  NO_POST,
  withoutUndefined,
  type Layout,
  type LayoutCorrection,
} from 'content-schema';
import * as v from 'valibot';
import { GENERATORS, type Generator } from './generators.ts';
import { languagesAmong } from './languages.ts';
import { permalinksOf } from './permalinks.ts';
import { readConfig, textIn, type SiteConfig } from './site-config.ts';

/** The files of this product in the repository of another generator. */
export const OWN_FOLDER = '.site/';
/** What the owner has corrected. */
export const LAYOUT_PATH = `${OWN_FOLDER}layout.json`;

/** Folders without posts and pages of the site. */
const EXCLUDED =
  /(?:^|\/)(?:\.[^/]*|_(?!posts?\/|pages\/)[^/]*|drafts?|node_modules|vendor|themes?|templates|archetypes|scaffolds|layouts|includes|partials|components|examples?|exampleSite|tests?|docs)\//i;

const KNOWN_FOLDER =
  /(?<![^/])(?:_?posts?|blogs?|articles?|news|notes|til|writings?|journal|essays|entries)\//i;

const TEXTS_MIN = 3;

/** The rest of a known generator's layout is that of any folder of Markdown files. */
const UNKNOWN: Generator = {
  ...{ generator: 'Markdown', configs: [], content: '', pages: ['pages/'], head: 'yaml' },
  ...{ media: { 'public/': '/', 'static/': '/' }, newPage: 'pages/:id.md', showsFuture: true },
  ...{ newPhoto: 'public/photos/', permalink: '/:path/' },
  keys: { createdAt: 'date', updatedAt: 'updated', hidden: 'draft' },
};

export const isText = (path: string): boolean =>
  MARKDOWN_FILE.test(path) && !EXCLUDED.test(path) && !NO_POST.test(path);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Beside the main configuration: those of folders, and of the whole site. */
const OTHER_CONFIGS =
  /^config\/_default\/\w+\.(?:toml|ya?ml|json)$|^_data\/(?:metadata|site)\.\w+$/;
const CONFIGS_MAX = 10;

const DATED = /\/\d{4}-\d{2}-\d{2}-[^/]+$/;
const INDEX = /(?:^|\/)index(?:\.[\w-]+)?\.\w+$/i;

/** The folder that has a text among others: not its own, and not that of a year or month. */
const homeOf = (path: string): string => {
  const folder = INDEX.test(path) ? folderOf(folderOf(path).slice(0, -1)) : folderOf(path);
  return folder.replace(/(?<=\/)(?:\d{2,4}\/)+$/, '');
};

const mostFirst = (items: readonly string[]): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
};

const withoutNested = (folders: readonly string[]): readonly string[] =>
  folders.filter((one) => !folders.some((other) => other !== one && one.startsWith(other)));

const findPostFolders = (
  texts: readonly string[],
  { content, posts: fixed = [], pages }: Generator,
): readonly string[] => {
  const own = texts.filter((path) => path.startsWith(content));
  const isPage = (path: string) => pages.some((folder) => folder === folderOf(path));
  const named = own.flatMap((path) => {
    const begin = fixed.find((folder) => path.startsWith(folder));
    if (begin !== undefined) return begin;
    const match = KNOWN_FOLDER.exec(path.slice(content.length));
    return match ? path.slice(0, content.length + match.index + match[0].length) : [];
  });
  if (named.length > 0) return withoutNested(mostFirst(named).map(([folder]) => folder));
  const homes = mostFirst(own.filter((path) => !isPage(path)).map(homeOf));
  const large = homes.flatMap(([folder, count]) => (count < TEXTS_MIN ? [] : folder));
  return withoutNested(large.filter((folder) => folder !== ''));
};

/** Returns the commonest shape of the posts in a folder. */
const newPostIn = (folder: string, texts: readonly string[]): string => {
  const own = texts.filter((path) => path.startsWith(folder));
  const isMost = (shape: RegExp) => own.filter((path) => shape.test(path)).length * 2 > own.length;
  const date = folder.endsWith('_posts/') && isMost(DATED) ? ':date-' : '';
  return `${folder}${date}:id${isMost(INDEX) ? '/index' : ''}.md`;
};

const OWN_JSON = ['site.json', 'profile.json', 'experiences.json', 'sections.json'];
const ORDINARY = /^(?:posts|pages)\/[^/]+\.md$|^photos\//;

/** The files of a tree. */
type Files = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/** Returns the generator of a repository; undefined for one of this product's own layout. */
const generatorOf = (files: Files): Generator | undefined => {
  if (OWN_JSON.some((path) => files.has(path))) return undefined;
  const all = [...files.keys()];
  const generator = GENERATORS.find(
    ({ configs, besides }) =>
      configs.some((path) => files.has(path)) &&
      (!besides || all.some((path) => besides.test(path))),
  );
  if (generator) return generator;
  if (files.has(LAYOUT_PATH)) return UNKNOWN;
  const isOrdinary = all.some((path) => ORDINARY.test(path)) && !files.has('package.json');
  return isOrdinary || !all.some(isText) ? undefined : UNKNOWN;
};

/** Returns the files that `findLayout` reads; undefined for a repository of the ordinary layout. */
export const configsOf = (files: Files): readonly string[] | undefined => {
  const generator = generatorOf(files);
  if (!generator) return undefined;
  const main = generator.configs.find((path) => files.has(path)) ?? [];
  const others = [...files.keys()].filter((path) => OTHER_CONFIGS.test(path));
  return [main, others.slice(0, CONFIGS_MAX), files.has(LAYOUT_PATH) ? LAYOUT_PATH : []].flat();
};

/**
 * Finds where the texts of a repository are; undefined if it has the ordinary layout, or no texts.
 * `read` returns the files of `configsOf`.
 */
export const findLayout = (files: Files, read: (path: string) => string): Layout | undefined => {
  const base = generatorOf(files);
  if (!base) return undefined;
  const configs = configsOf(files) ?? [];
  const config = mergedConfig(
    configs.filter((path) => path !== LAYOUT_PATH),
    read,
  );
  const input = base.generator === 'Eleventy' && textIn(config, 'input');
  const content = input ? `${input.replace(/^\.\/|\/+$/g, '')}/` : base.content;
  const generator = { ...base, content };
  const texts = [...files.keys()].filter(isText);
  const posts = findPostFolders(texts, generator);
  if (base === UNKNOWN && posts.length === 0 && !files.has(LAYOUT_PATH)) return undefined;
  const own = textIn(config, 'defaultContentLanguage', 'default_language', 'DEFAULT_LANG', 'lang');
  const languages = languagesAmong(texts, content);
  const future = textIn(config, 'future', 'buildFuture');
  const { keys, head, showsFuture, newPage, newPhoto, pages, media } = generator;
  return {
    ...{ generator: generator.generator, posts, pages, media, keys, head, newPage, newPhoto },
    newPost: newPostIn(posts[0] ?? `${content}posts/`, texts),
    showsFuture: future === undefined ? showsFuture : future === 'true',
    languages: languages.length === 0 ? [] : [...new Set([own ?? 'en', ...languages])],
    permalinks: permalinksOf(generator, config, posts),
    title: textIn(config, 'title', 'SITENAME'),
    description: textIn(config, ...DESCRIPTION_KEYS),
    address: textIn(config, 'baseURL', 'base_url', 'SITEURL', 'url', 'site'),
    ...withoutUndefined(correctedBy(configs.includes(LAYOUT_PATH) ? read(LAYOUT_PATH) : '')),
  };
};

const DESCRIPTION_KEYS = [
  ...['description', 'params.description', 'SITESUBTITLE', 'tagline', 'subtitle'],
];

/** The first file has precedence. */
const mergedConfig = (paths: readonly string[], read: (path: string) => string): SiteConfig =>
  new Map(paths.toReversed().flatMap((path) => [...readConfig(path, read(path))]));

const correctedBy = (text: string): LayoutCorrection => {
  try {
    return v.parse(layoutCorrectionSchema, JSON.parse(text));
  } catch {
    return {};
  }
};
