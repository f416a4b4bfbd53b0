/** A page that visitors see, with the default content. */
interface PublicPage {
  readonly path: string;
  readonly heading: string;
  /** Something that only the page's own content says. */
  readonly text: string;
}

export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/', heading: 'Marit Ashgrove', text: 'The best letters are short.' },
  { path: '/blogs', heading: 'Blogs', text: 'A cathedral tells you what a city wanted to be.' },
  {
    path: '/blogs/reading-a-city-by-its-bridges-k3f9',
    heading: 'Reading a city by its bridges',
    text: 'A bridge is not measured by',
  },
  { path: '/blogs/tags/maps', heading: 'Posts tagged “Maps”', text: 'There is 1 post with this' },
  { path: '/tags', heading: 'Tags', text: 'Graph theory' },
  { path: '/experiences', heading: 'Experience in full', text: 'Larkmere Transport Office' },
];

/** What visitors see in place of a page that is not there. */
export const MISSING_PAGE: PublicPage = {
  path: '/blogs/unknown',
  heading: 'Blog post not found',
  text: 'It may have been moved or taken down',
};

const REVISIONS_PAGE: PublicPage = {
  path: '/blogs/reading-a-city-by-its-bridges-k3f9/revisions',
  heading: 'Revisions',
  text: 'not revised since',
};

/** Pages that search engines don't list. */
export const UNLISTED_PAGES = [MISSING_PAGE, REVISIONS_PAGE];
