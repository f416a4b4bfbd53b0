/** Finds out where a repository of another site generator keeps its posts, pages and pictures. */
import * as v from 'valibot';
import {
  LAYOUT_FILE,
  layoutCorrectionSchema,
  type Layout,
  type LayoutCorrection,
} from '../api/layout.ts';
import { commonFolder, MARKDOWN_FILE, NO_POST, splitLanguage } from '../import/import-paths.ts';
import { withoutUndefined } from '../plain-object.ts';
import { OWN_JSON_PATHS } from '../repository-layout.ts';
import { GENERATORS, type Generator } from './generators.ts';
import { languagesAmong, mostFirst } from './languages.ts';
import { permalinksOf } from './permalinks.ts';
import { readConfig, textIn, type SiteConfig } from './site-config.ts';

export { languagesAmong, mostFirst };

/** The files of this product in the repository of another generator. */
export const OWN_FOLDER = '.site/';
/** What the owner has corrected. */
export const LAYOUT_PATH = OWN_FOLDER + LAYOUT_FILE;

/** Folders without posts and pages of the site. */
const EXCLUDED =
  /(?:^|\/)(?:\.[^/]*|_(?!posts?\/|pages\/)[^/]*|drafts?|node_modules|vendor|themes?|templates|archetypes|scaffolds|layouts|includes|partials|components|examples?|exampleSite|tests?|docs)\//i;

const KNOWN_FOLDER =
  /(?<![^/])(?:_?posts?|blogs?|articles?|news|notes|tils?|writings?|journal|essays|entries)\//i;

/** Folders of other texts beside those of posts. */
const OTHER_FOLDER =
  /(?<![^/])(?:_?pages?|authors?|people|tags|categor(?:y|ies)|series|comments)\/$/i;

const TEXTS_MIN = 3;
/** The largest folders of posts that are shown. */
const FOLDERS_MAX = 100;

/** The rest of a known generator's layout is that of any folder of Markdown files. */
const UNKNOWN: Generator = {
  ...{ generator: 'Markdown', configs: [], content: '', pages: ['pages/'], head: 'yaml' },
  ...{ media: { 'public/': '/', 'static/': '/' }, newPage: 'pages/:id.md', showsFuture: true },
  newPhoto: 'public/photos/',
  keys: { createdAt: 'date', updatedAt: 'updated', hidden: 'draft' },
};

const INDEX = /(?:^|\/)index(?:\.[\w-]+)?\.\w+$/i;

export const isText = (path: string): boolean =>
  MARKDOWN_FILE.test(path) && !EXCLUDED.test(path.replace(INDEX, '')) && !NO_POST.test(path);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Beside the main configuration: those of folders, and of the whole site. */
const OTHER_CONFIGS =
  /^config\/_default\/\w+\.(?:toml|ya?ml|json)$|^_data\/(?:metadata|site)\.\w+$/;
/** What Eleventy reads for all texts of a folder. */
const FOLDER_DATA = /(?:^|\/)([^/]+)\/\1\.(?:11tydata\.\w+|json)$/;
const CONFIGS_MAX = 20;

/** Whether the file at a path may say something of a site. */
export const isConfig = (path: string): boolean =>
  GENERATORS.some(({ configs }) => configs.includes(path)) ||
  OTHER_CONFIGS.test(path) ||
  FOLDER_DATA.test(path);

const DATED = /\/\d{4}-\d{2}-\d{2}-[^/]+$/;
/** The folder that has a text among others: not its own, and not that of a year or month. */
const homeOf = (path: string): string => {
  const folder = INDEX.test(path) ? folderOf(folderOf(path).slice(0, -1)) : folderOf(path);
  return folder.replace(/(?<=\/)(?:\d{2,4}\/)+$/, '');
};

const withoutNested = (folders: readonly string[]): readonly string[] =>
  [...new Set(folders.slice(0, FOLDERS_MAX))].filter(
    (one, _, all) => !all.some((other) => other !== one && one.startsWith(other)),
  );

/** Returns the folders of posts, the largest first, and that of all texts. */
const findFolders = (
  texts: readonly string[],
  { generator, content, posts = KNOWN_FOLDER, pages }: Generator,
): { readonly posts: readonly string[]; readonly content: string } => {
  const own = texts.filter((path) => path.startsWith(content));
  // Not all sites have their texts where the generator's examples have them.
  if (own.length === 0 && content !== '') {
    return findFolders(texts, { ...UNKNOWN, generator, content: '' });
  }
  const named = own.flatMap((path) => {
    const match = posts.exec(path.slice(content.length));
    return match ? path.slice(0, content.length + match.index + match[0].length) : [];
  });
  const certain = mostFirst(named).map(([folder]) => folder);
  const common = commonFolder(certain.map((folder) => folder.slice(0, -1)));
  const root = content || common.replace(/(?<=.)$/, '/');
  const homes = mostFirst(own.filter((path) => path.startsWith(root)).map(homeOf));
  const isOther = (folder: string) =>
    [...pages, root].includes(folder) || OTHER_FOLDER.test(folder);
  const large = homes.flatMap(([folder, count]) => (count < TEXTS_MIN ? [] : folder));
  const sections = large.filter((folder) => !isOther(folder));
  const isAll = posts !== KNOWN_FOLDER || generator === UNKNOWN.generator || root === '';
  // Without any known name, most texts may lie beside the pages.
  const others = root !== '' && homes[0]?.[0] === root ? [root] : sections;
  const folders = certain.length === 0 ? others : isAll ? certain : [...certain, ...sections];
  return { posts: withoutNested(folders), content: root };
};

/** Returns the commonest shape of the posts in a folder. */
const newPostIn = (folder: string, texts: readonly string[]): string => {
  const own = texts.filter((path) => path.startsWith(folder));
  const isMost = (shape: RegExp) => own.filter((path) => shape.test(path)).length * 2 > own.length;
  const date = folder.endsWith('_posts/') && isMost(DATED) ? ':date-' : '';
  return `${folder}${date}:id${isMost(INDEX) ? '/index' : ''}.md`;
};

const ORDINARY = /^(?:posts|pages)\/[^/]+\.md$|^photos\//;

/** The files of a tree. */
type Files = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/**
 * Returns the generator of a repository; undefined for one of this product's own layout. Without
 * `read`, only names tell.
 */
const generatorOf = (files: Files, read?: (path: string) => string): Generator | undefined => {
  if (OWN_JSON_PATHS.some((path) => files.has(path))) return undefined;
  const all = [...files.keys()];
  const generator = GENERATORS.find(({ configs, besides, says }) => {
    const config = configs.find((path) => files.has(path));
    if (config === undefined && configs.length > 0) return false;
    if (says && read && config !== undefined && !says.test(read(config))) return false;
    return !besides || all.some((path) => besides.test(path));
  });
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
  const all = [...files.keys()];
  const homes = new Set(generator.generator === 'Eleventy' ? all.filter(isText).map(homeOf) : []);
  const others = all.filter(
    (path) => OTHER_CONFIGS.test(path) || (FOLDER_DATA.test(path) && homes.has(folderOf(path))),
  );
  return [main, others.slice(0, CONFIGS_MAX), files.has(LAYOUT_PATH) ? LAYOUT_PATH : []].flat();
};

/** The keys of the folder of all texts, of Eleventy, Pelican, Hugo and Hexo. */
const CONTENT_KEYS = ['input', 'PATH', 'contentDir', 'source_dir'];

/** Returns a generator whose texts are in the folder that its configuration names. */
const withContent = (generator: Generator, config: SiteConfig): Generator => {
  const name = textIn(config, ...CONTENT_KEYS)?.replace(/^\.?\/+|^\.$|\/+$/g, '');
  if (!name || generator === UNKNOWN) return generator;
  const { content, pages, media, newPage } = generator;
  const moved = (path: string) =>
    path.startsWith(content) ? `${name}/${path.slice(content.length)}` : path;
  return {
    ...{ ...generator, content: `${name}/`, pages: pages.map(moved), newPage: moved(newPage) },
    media: { ...media, [`${name}/`]: '/' },
  };
};

/**
 * Finds where the texts of a repository are; undefined if it has the ordinary layout, or no texts.
 * `read` returns the files of `configsOf`.
 */
export const findLayout = (files: Files, read: (path: string) => string): Layout | undefined => {
  const first = generatorOf(files, read);
  if (!first) return undefined;
  const configs = configsOf(files) ?? [];
  const config = mergedConfig(
    configs.filter((path) => path !== LAYOUT_PATH),
    read,
  );
  const usual = withContent(first, config);
  const texts = [...files.keys()].filter(isText);
  const languages = languagesAmong(texts, usual.content);
  const folders = findFolders(
    texts.map((path) => splitLanguage(path, languages).rest),
    usual,
  );
  const posts = folders.posts.filter(
    (folder) =>
      config.get(`draft ${folder}`) !== 'true' && config.get(`permalink ${folder}`) !== 'false',
  );
  // A few texts in no folder that says what they are.
  if (first === UNKNOWN && posts.length === 0 && !files.has(LAYOUT_PATH)) return undefined;
  const generator = { ...usual, content: folders.content };
  const own = textIn(config, 'defaultContentLanguage', 'default_language', 'DEFAULT_LANG', 'lang');
  const future = textIn(config, 'future', 'buildFuture');
  // Eleventy knows drafts only if its configuration says what they are.
  const hidesDrafts = configs.some((path) => /\bdata\.draft\b/.test(read(path)));
  const keys = { ...generator.keys, ...(hidesDrafts && { hidden: 'draft' }) };
  const { head, showsFuture, newPage, newPhoto, pages, media } = generator;
  return {
    ...{ generator: generator.generator, posts, pages, media, keys, head, newPage, newPhoto },
    newPost: newPostIn(posts[0] ?? `${usual.content}posts/`, texts),
    showsFuture: future === undefined ? showsFuture : future === 'true',
    languages: languages.length === 0 ? [] : [...new Set([own ?? 'en', ...languages])],
    permalinks: permalinksOf(generator, config, posts, [...files.keys()]),
    title: textIn(config, 'title', 'SITENAME'),
    description: textIn(
      config,
      ...['description', 'params.description', 'SITESUBTITLE', 'tagline', 'subtitle'],
    ),
    address: textIn(config, 'baseURL', 'base_url', 'SITEURL', 'url', 'site'),
    ...withoutUndefined(correctionIn(configs.includes(LAYOUT_PATH) ? read(LAYOUT_PATH) : '')),
  };
};

/** The first file has precedence. The keys of a folder's data end with the folder. */
const mergedConfig = (paths: readonly string[], read: (path: string) => string): SiteConfig =>
  new Map(
    paths.toReversed().flatMap((path) => {
      const entries = [...readConfig(path, read(path))];
      if (!FOLDER_DATA.test(path)) return entries;
      return entries.map(([key, value]): [string, string] => [`${key} ${folderOf(path)}`, value]);
    }),
  );

export const correctionIn = (text: string): LayoutCorrection => {
  try {
    return v.parse(layoutCorrectionSchema, JSON.parse(text));
  } catch {
    return {};
  }
};
