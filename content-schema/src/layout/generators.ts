/** The site generators whose repositories can be shown and edited where their files lie. */
import type { Layout, NewKeys } from '../api/layout.ts';

export interface Generator extends Pick<Layout, 'generator' | 'media' | 'head' | 'showsFuture'> {
  /** The names of its configuration at the root; the first that exists is read. */
  readonly configs: readonly string[];
  /** A file that a repository has beside the configuration, if others have one of that name. */
  readonly besides?: RegExp;
  /** What the configuration says, if others have one of that name. */
  readonly says?: RegExp;
  /** The folder of all texts. */
  readonly content: string;
  /** The begin of the paths of posts below that, if the generator says it. */
  readonly posts?: RegExp;
  readonly pages: readonly string[];
  readonly newPage: string;
  readonly newPhoto: string;
  readonly keys: NewKeys;
}

const YAML_KEYS: NewKeys = { createdAt: 'date', updatedAt: 'updated', hidden: 'draft' };
const HUGO = {
  ...{ generator: 'Hugo', content: 'content/', pages: ['content/'], media: { 'static/': '/' } },
  ...{ newPage: 'content/:id.md', newPhoto: 'static/photos/', showsFuture: false },
  keys: { ...YAML_KEYS, updatedAt: 'lastmod' },
  head: 'yaml',
} as const satisfies Partial<Generator>;

const ENDINGS = ['toml', 'yaml', 'yml', 'json'];
const SCRIPTS = ['mjs', 'js', 'cjs', 'ts', 'mts'];
const named = (name: string, endings: readonly string[]) => endings.map((end) => `${name}.${end}`);

const JEKYLL: Generator = {
  ...{ generator: 'Jekyll', configs: named('_config', ENDINGS), content: '', head: 'yaml' },
  ...{ posts: /(?<![^/])_posts\//, pages: ['', '_pages/'], media: { '': '/' }, newPage: ':id.md' },
  ...{ newPhoto: 'photos/', showsFuture: false },
  keys: {
    ...{ createdAt: 'date', updatedAt: 'last_modified_at', hidden: 'published' },
    aliases: 'redirect_from',
  },
};

/** The first that fits counts. */
export const GENERATORS: readonly Generator[] = [
  {
    ...{ generator: 'Hexo', configs: ['_config.yml'], besides: /^source\/_posts\// },
    ...{ content: 'source/', posts: /(?<![^/])_posts\//, pages: ['source/'], head: 'yaml' },
    ...{ media: { 'source/': '/' }, newPage: 'source/:id/index.md', showsFuture: true },
    newPhoto: 'source/photos/',
    keys: { ...YAML_KEYS, hidden: 'published' },
  },
  JEKYLL,
  {
    ...HUGO,
    configs: [
      ...[...named('hugo', ENDINGS), ...named('config/_default/hugo', ENDINGS)],
      ...named('config/_default/config', ENDINGS),
    ],
  },
  {
    ...{ ...HUGO, generator: 'Zola', configs: ['zola.toml', 'config.toml'], head: 'toml' },
    ...{ showsFuture: true, keys: { ...YAML_KEYS, tags: 'taxonomies.tags' } },
    says: /^base_url\s*=/m,
  },
  { ...HUGO, configs: named('config', ENDINGS), besides: /^(?:content|archetypes|themes)\// },
  {
    ...{ generator: 'Pelican', configs: ['pelicanconf.py'], content: 'content/', head: 'lines' },
    ...{ posts: /^/, pages: ['content/pages/'], newPage: 'content/pages/:id.md' },
    ...{ media: { 'content/': '/' }, newPhoto: 'content/images/photos/', showsFuture: true },
    keys: { createdAt: 'date', updatedAt: 'modified', hidden: 'status' },
  },
  {
    ...{ generator: 'Astro', configs: named('astro.config', SCRIPTS), content: 'src/' },
    ...{ pages: ['src/pages/', 'src/content/pages/'], media: { 'public/': '/' }, head: 'yaml' },
    ...{ newPage: 'src/pages/:id.md', newPhoto: 'public/photos/', showsFuture: true },
    keys: { ...YAML_KEYS, createdAt: 'pubDate', updatedAt: 'updatedDate' },
  },
  {
    generator: 'Eleventy',
    configs: [
      ...['.eleventy', 'eleventy.config'].flatMap((name) => named(name, SCRIPTS)),
      '.eleventyignore',
    ],
    ...{ content: '', pages: [''], media: { 'public/': '/', '': '/' }, head: 'yaml' },
    ...{ newPage: ':id.md', newPhoto: 'public/photos/', showsFuture: true },
    keys: { createdAt: 'date', updatedAt: 'updated', hidden: 'permalink' },
  },
  { ...JEKYLL, configs: [], besides: /^_posts\/\d{4}-\d{2}-\d{2}-/ },
];
