/** What the front matter of a file says about the address of its page. */
export interface PageFacts {
  /** It may be a pattern such as `/:year/:title/`. */
  readonly permalink?: string | undefined;
  readonly slug?: string | undefined;
  readonly categories: readonly string[];
}

/** Hugo and Astro have `content`, Hexo `source`; Astro, Gatsby and Eleventy keep texts below `src`. */
export const CONTENT_FOLDER = /^(?:.*\/)?(?:content|source|src\/pages|src)\//i;

const JEKYLL_PATTERN = ':categories/:year/:month/:day/:title.html';

const withDashes = (text: string): string => text.trim().replace(/\s+/g, '-');

/**
 * Returns the address of a file's page on the site that it comes from: as its front matter says,
 * else as Jekyll, Hexo or Hugo derive it from the path. Undefined if they don't tell, e.g. for a
 * bare file name. `createdAt` is the date of a file without one in its name.
 */
export const oldAddressOf = (
  path: string,
  { permalink = '', slug, categories }: PageFacts,
  createdAt?: string,
): string | undefined => {
  const page = path.replace(/(?:\/_?index(?:\.[\w-]+)?)?\.\w+$/, '');
  const [, folder = '', dateInName, stem = ''] =
    /^(.*\/)?(?:(\d{4}-\d{2}-\d{2})-)?([^/]*)$/.exec(page) ?? [];
  const title = slug ?? withDashes(stem);
  const [year, month, day] = (dateInName ?? createdAt)?.slice(0, 10).split('-') ?? [];
  const values: Readonly<Record<string, string | undefined>> = {
    ...{ year, month, day, title, slug: title, name: title, output_ext: '.html' },
    categories: categories.map((name) => withDashes(name).toLowerCase()).join('/'),
  };
  /** Undefined for a pattern that contains something unknown. */
  const filled = (pattern: string): string | undefined => {
    const parts = pattern
      .split(/:([a-z]\w*)/)
      .map((part, i) => (i % 2 === 0 ? part : values[part]));
    return parts.includes(undefined) ? undefined : `/${parts.join('')}`.replace(/\/{2,}/g, '/');
  };

  const isPath = permalink.includes('/') && !/[{*]/.test(permalink);
  const explicit = isPath && filled(permalink.trim().replace(/^https?:\/\/[^/]*/i, ''));
  if (explicit) return explicit;
  if (/(?:^|\/)_posts\//.test(folder)) {
    const isJekyll = dateInName !== undefined;
    return filled(isJekyll ? JEKYLL_PATTERN : ':year/:month/:day/:title/');
  }
  const own = withDashes(slug === undefined ? page : folder + slug);
  return page.includes('/') ? `/${own.replace(CONTENT_FOLDER, '')}/` : undefined;
};
