import type { Origin } from '../api/layout.ts';
import { slugOf } from '../entities/post-id.ts';

/** What the front matter of a file says about the address of its page. */
export interface PageFacts {
  /** It may be a pattern such as `/:year/:title/`. */
  readonly permalink?: string | undefined;
  readonly slug?: string | undefined;
  readonly title?: string | undefined;
  readonly categories: readonly string[];
}

/** Hugo and Astro have `content`, Hexo `source`; Astro, Gatsby and Eleventy keep texts below `src`. */
export const CONTENT_FOLDER = /^(?:.*\/)?(?:content|source|src\/pages|src)\//i;

const JEKYLL_PATTERN = ':categories/:year/:month/:day/:title.html';

const withDashes = (text: string): string => text.trim().replace(/\s+/g, '-');

/** A number without its zero in front. */
const short = (digits = ''): string => digits.replace(/^0/, '');

const dayOfYear = (date: string): string =>
  String((Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000 + 1);

/** Returns a text's path without its ending, its language and the folder of all texts. */
const withoutLanguage = (page: string, languages: readonly string[]): string => {
  const below = page.replace(CONTENT_FOLDER, '');
  const [first = '', ...rest] = below.split('/');
  const own = languages.includes(first) ? rest.join('/') : below;
  const suffix = languages.find((language) => own.endsWith(`.${language}`));
  return suffix === undefined ? own : own.slice(0, -1 - suffix.length);
};

/**
 * Returns the address of a file's page on the site that it comes from: as its front matter says,
 * else by the pattern of its `origin`, or as Jekyll, Hexo or Hugo derive it from the path. Undefined
 * if they don't tell, e.g. for a bare file name. `createdAt` is the date of a file without one in
 * its name.
 */
export const oldAddressOf = (
  path: string,
  { permalink = '', slug, title: heading = '', categories }: PageFacts,
  createdAt?: string,
  origin?: Origin,
): string | undefined => {
  const { permalinks = {}, languages = [], generator } = origin?.layout ?? {};
  const posts = Object.keys(permalinks).filter((each) => path.startsWith(each));
  const [postFolder] = posts.sort((one, other) => other.length - one.length);
  const page = path.replace(/(?:\/_?index(?:\.[\w-]+)?)?\.\w+$/, '');
  const [, folder = '', dateInName, name = ''] =
    /^(.*\/)?(?:(\d{4}-\d{2}-\d{2})-)?([^/]*)$/.exec(page) ?? [];
  const stem = withoutLanguage(name, languages);
  const title = slug ?? withDashes(stem);
  const date = (dateInName ?? createdAt)?.slice(0, 10);
  const [year, month, day] = date?.split('-') ?? [];
  const own = withoutLanguage(slug === undefined ? page : folder + slug, languages);
  const below = page.slice(postFolder?.length);
  // Jekyll takes the folders of a folder of posts as categories.
  const above = postFolder?.endsWith('_posts/') ? postFolder.split('/').slice(0, -2) : [];
  const values: Readonly<Record<string, string | undefined>> = {
    ...{ year, month, day, title, slug: title, name: title, output_ext: '.html', filename: stem },
    ...{ slugorfilename: title, slugorcontentbasename: title, contentbasename: stem },
    ...(date !== undefined && { i_month: short(month), i_day: short(day), y_day: dayOfYear(date) }),
    categories: [...(generator === 'Jekyll' ? above : []), ...categories]
      .map((each) => withDashes(each).toLowerCase())
      .join('/'),
    path: withDashes(own),
    undated: withDashes(own).replace(/(^|\/)\d{4}-\d{2}-\d{2}-(?=[^/]+$)/, '$1'),
    section: own.split('/')[0],
    sections: own.split('/').slice(0, -1).join('/'),
    language: origin?.lang ?? '',
    ...(generator === 'Hexo' && { title: withDashes(below), post_title: withDashes(below) }),
    ...(generator === 'Pelican' && { slug: slug ?? slugOf(heading), lang: origin?.lang ?? '' }),
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
  if (postFolder !== undefined) return filled(permalinks[postFolder] ?? '');
  if (origin) return filled(':language/:undated/');
  if (/(?:^|\/)_posts\//.test(folder)) {
    const isJekyll = dateInName !== undefined;
    return filled(isJekyll ? JEKYLL_PATTERN : ':year/:month/:day/:title/');
  }
  return page.includes('/') ? `/${values['path'] ?? ''}/` : undefined;
};
