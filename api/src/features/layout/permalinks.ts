/** The addresses that a site generator gives its posts. */
import type { Generator } from './generators.ts';
import { textIn, type SiteConfig } from './site-config.ts';

/** https://jekyllrb.com/docs/permalinks/#built-in-formats */
const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

/** `{date:%Y}/{slug}.html` as `/:year/:slug.html`. */
const fromPelican = (pattern: string): string =>
  `/${pattern}`
    .replace(/\{date:([^}]*)\}/g, (_, format: string) =>
      format.replace('%Y', ':year').replace('%m', ':month').replace('%d', ':day'),
    )
    .replace(/\{(\w+)\}/g, ':$1');

/** `/blog/{{ page.fileSlug }}/` as `/blog/:title/`. */
const fromTemplate = (pattern: string): string =>
  pattern.replace(
    /\{\{\s*(?:page\.)?(\w+)[^}]*\}\}/g,
    (_, name: string) => `:${{ fileSlug: 'title', filePathStem: 'undated' }[name] ?? name}`,
  );

const patternFor = (folder: string, { generator, content }: Generator, config: SiteConfig) => {
  const own = textIn(config, `permalink ${folder}`, 'permalink');
  const section = folder.slice(content.length).split('/')[0] ?? '';
  switch (generator) {
    case 'Jekyll':
      return own && (JEKYLL_STYLES[own] ?? own);
    case 'Hexo':
      return own && `/${own}`;
    case 'Hugo': {
      const named = textIn(config, `permalinks.${section}`, `permalinks.page.${section}`);
      return named && `/:language/${named}`;
    }
    case 'Pelican': {
      const url = textIn(config, 'ARTICLE_URL');
      return url && fromPelican(url);
    }
    default:
      return own && fromTemplate(own);
  }
};

/** Returns the pattern of the addresses of the posts in each folder. */
export const permalinksOf = (
  generator: Generator,
  config: SiteConfig,
  posts: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    posts.map((folder) => [folder, patternFor(folder, generator, config) ?? generator.permalink]),
  );
