/** The site generators whose repositories can be shown and edited where their files lie. */
import type { Layout, NewKeys } from 'content-schema';

export interface Generator extends Pick<Layout, 'generator' | 'media' | 'head' | 'showsFuture'> {
  /** The names of its configuration at the root; the first that exists is read. */
  readonly configs: readonly string[];
  /** A file that a repository has beside the configuration, if others have one of that name. */
  readonly besides?: RegExp;
  /** The folder of all texts. */
  readonly content: string;
  /** Folders that are posts whatever is in them. */
  readonly posts?: readonly string[];
  readonly pages: readonly string[];
  readonly newPage: string;
  readonly newPhoto: string;
  readonly keys: NewKeys;
  /** The address of a post, unless the configuration or the front matter says another. */
  readonly permalink: string;
}

const YAML_KEYS: NewKeys = { createdAt: 'date', updatedAt: 'updated', hidden: 'draft' };
const HUGO = {
  ...{ generator: 'Hugo', content: 'content/', pages: ['content/'], media: { 'static/': '/' } },
  ...{ newPage: 'content/:id.md', newPhoto: 'static/photos/', showsFuture: false },
  keys: { ...YAML_KEYS, updatedAt: 'lastmod' },
  ...{ head: 'yaml', permalink: '/:language/:path/' },
} as const satisfies Partial<Generator>;

const ENDINGS = ['toml', 'yaml', 'yml', 'json'];
const SCRIPTS = ['mjs', 'js', 'cjs', 'ts', 'mts'];
const named = (name: string, endings: readonly string[]) => endings.map((end) => `${name}.${end}`);

/** The first that fits counts. */
export const GENERATORS: readonly Generator[] = [
  {
    ...{ generator: 'Hexo', configs: ['_config.yml'], besides: /^source\/_posts\// },
    ...{ content: 'source/', posts: ['source/_posts/'], pages: ['source/'], head: 'yaml' },
    ...{ media: { 'source/': '/' }, newPage: 'source/:id/index.md', showsFuture: true },
    newPhoto: 'source/photos/',
    keys: { ...YAML_KEYS, hidden: 'published' },
    permalink: '/:year/:month/:day/:title/',
  },
  {
    ...{ generator: 'Jekyll', configs: named('_config', ENDINGS), content: '', head: 'yaml' },
    ...{ posts: ['_posts/'], pages: ['', '_pages/'], media: { '': '/' }, newPage: ':id.md' },
    ...{ newPhoto: 'photos/', showsFuture: false },
    keys: {
      ...{ createdAt: 'date', updatedAt: 'last_modified_at', hidden: 'published' },
      aliases: 'redirect_from',
    },
    permalink: '/:categories/:year/:month/:day/:title.html',
  },
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
    besides: /^content\/(?:.*\/)?_index\.md$|^templates\/.+\.html$/,
    permalink: '/:language/:undated/',
  },
  { ...HUGO, configs: named('config', ENDINGS), besides: /^(?:content|archetypes|themes)\// },
  {
    ...{ generator: 'Pelican', configs: ['pelicanconf.py'], content: 'content/', head: 'lines' },
    ...{ posts: ['content/'], pages: ['content/pages/'], newPage: 'content/pages/:id.md' },
    ...{ media: { 'content/': '/' }, newPhoto: 'content/images/photos/', showsFuture: true },
    keys: { createdAt: 'date', updatedAt: 'modified', hidden: 'status' },
    permalink: '/:slug.html',
  },
  {
    ...{ generator: 'Astro', configs: named('astro.config', SCRIPTS), content: 'src/' },
    ...{ pages: ['src/pages/', 'src/content/pages/'], media: { 'public/': '/' }, head: 'yaml' },
    ...{ newPage: 'src/pages/:id.md', newPhoto: 'public/photos/', showsFuture: true },
    keys: { ...YAML_KEYS, createdAt: 'pubDate', updatedAt: 'updatedDate' },
    permalink: '/:path/',
  },
  {
    ...{ generator: 'Eleventy', configs: [...named('.eleventy', SCRIPTS)] },
    ...{ content: '', pages: [''], media: { 'public/': '/', '': '/' }, head: 'yaml' },
    ...{ newPage: ':id.md', newPhoto: 'public/photos/', showsFuture: true },
    keys: { createdAt: 'date', updatedAt: 'updated', hidden: 'permalink' },
    permalink: '/:undated/',
  },
];
