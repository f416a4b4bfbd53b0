/** The addresses that a site generator gives its posts, see `Layout`. */
import { ROOT_FOLDER } from '../import/old-address.ts';
import type { Generator } from './generators.ts';
import { textIn, type SiteConfig } from './site-config.ts';

/** https://jekyllrb.com/docs/permalinks/#built-in-formats */
const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: ':categories/:year/:month/:day/:title.html',
  pretty: ':categories/:year/:month/:day/:title/',
  ordinal: ':categories/:year/:y_day/:title.html',
  none: ':categories/:title.html',
};

/** What parts of patterns mean, where generators differ. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Jekyll: { slug: 'dashed', collection: 'posts' },
  Hexo: { title: 'path', post_title: 'path', category: 'categories' },
  Hugo: {
    ...{ slug: 'slugorheading', title: 'heading', contentbasename: 'filename' },
    ...{ slugorfilename: 'title', slugorcontentbasename: 'title' },
  },
  Pelican: { Y: 'year', m: 'month', d: 'day', slug: 'slugorwords' },
  Eleventy: { fileSlug: 'filename', filePathStem: 'stem', title: 'heading' },
  Astro: { month: 'i_month', day: 'i_day', lang: 'language', locale: 'language' },
};

/** A page that is made for each text of a collection, such as `src/pages/blog/[...slug].astro`. */
const ROUTE = /^src\/pages\/(.*?)\[(?:\.\.\.)?(?!page|tag|categor|lang)\w+\](?:\/index)?\.astro$/;

/** Returns the routes that are named like the folder, else all. */
const routesFor = (folder: string, paths: readonly string[]): readonly string[] => {
  const routes = paths.flatMap((path) => ROUTE.exec(path)?.[1] ?? []);
  const name = folder.split('/').at(-2)?.replace(/s$/, '') ?? '';
  const own = routes.filter((route) =>
    [`${name}/`, `${name}s/`].some((each) => route.startsWith(each)),
  );
  return (own.length > 0 ? own : routes).map((route) =>
    route.replace(/\[\.\.\.\w+\]/g, '').replace(/\[(\w+)\]/g, ':$1'),
  );
};

/** Returns the patterns in the generator's own words. */
const patternsFor = (
  folder: string,
  { generator, content }: Generator,
  config: SiteConfig,
  paths: readonly string[],
): readonly string[] => {
  const own = textIn(config, 'permalink');
  const below = folder.slice(content.length);
  const section = below.split('/')[0] ?? '';
  const root = folder.replace(ROOT_FOLDER, '');
  switch (generator) {
    case 'Jekyll': {
      const pattern = textIn(config, 'collections.posts.permalink') ?? own ?? 'date';
      return [JEKYLL_STYLES[pattern] ?? pattern];
    }
    case 'Hexo': {
      const isDated = textIn(config, 'new_post_name')?.includes(':day');
      const pattern = own ?? ':year/:month/:day/:title/';
      return [isDated ? pattern.replace(/:(?:post_)?title/, ':undated') : pattern];
    }
    case 'Hugo': {
      const pattern = textIn(config, `permalinks.${section}`, `permalinks.page.${section}`);
      const whole = pattern
        ?.replace(/:section\b/, section)
        .replace(':sections', `${below}:sections`);
      const isAlways = textIn(config, 'defaultContentLanguageInSubdir') === 'true';
      return [`${isAlways ? ':lang' : ':language'}/${whole ?? `${below}:path/`}`];
    }
    case 'Zola':
      return [`:language/${below}:dashed/`];
    case 'Pelican': {
      const source = `${config.get('FILENAME_METADATA')} ${config.get('SLUGIFY_SOURCE')}`;
      const slug = /P<slug>|^\w+ basename$/.test(source) ? ':filename' : ':slug';
      const url = textIn(config, 'ARTICLE_URL') ?? '{slug}.html';
      const dated = url.replace(/\{date:([^}]*)\}/g, '$1').replace(/%(\w)/g, ':$1');
      return [dated.replace(/\{(\w+)\}/g, ':$1').replace(':slug', slug)];
    }
    case 'Eleventy': {
      const template = config.get(`permalink ${folder}`);
      const names = /(?:\{\{|\$\{)\s*(?:data\.)?(?:page\.)?(\w+)[^}]*\}\}?/g;
      return [template?.replace(names, ':$1') ?? `${below}:stem/`];
    }
    case 'Astro':
      return [...routesFor(folder, paths), root].map((route) => `${route}/:id/`);
    default:
      // Gatsby, Next.js and VitePress, as their starters do; the last is Docusaurus.
      return [`:language/${root}:path/`, ':path/', `${root}:year/:month/:day/:undated/`];
  }
};

/**
 * Returns the patterns of the addresses of the posts in each folder, first with the path of the whole
 * site, then without. `paths` are those of all files.
 */
export const permalinksOf = (
  generator: Generator,
  config: SiteConfig,
  posts: readonly string[],
  paths: readonly string[],
): Readonly<Record<string, string>> => {
  const site = textIn(config, 'baseURL', 'baseurl', 'base_url', 'base', 'root', 'pathPrefix') ?? '';
  const parts = PARTS[generator.generator] ?? {};
  const named = (_: string, name: string) => `:${parts[name] ?? name}`;
  const patternOf = (prefix: string, pattern: string) =>
    `/${prefix}/${pattern}`.replace(/:([a-z]\w*)/gi, named);
  return Object.fromEntries(
    posts.map((folder) => {
      const own = patternsFor(folder, generator, config, paths);
      const prefixes = [...new Set([site.replace(/^\w+:\/\/[^/]*|\/+$/g, ''), ''])];
      return [folder, prefixes.flatMap((each) => own.map((p) => patternOf(each, p))).join(' ')];
    }),
  );
};
