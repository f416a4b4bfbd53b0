/** A public page with the default content. */
interface PublicPage {
  readonly path: string;
  readonly heading: string;
  /** A text that only this page contains. */
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

/** The page shown for a missing post. */
export const MISSING_PAGE: PublicPage = {
  path: '/blogs/unknown',
  heading: 'Blog post not found',
  text: 'It may have been moved or taken down',
};

/** Pages that search engines must not index. */
export const UNLISTED_PAGES = [MISSING_PAGE];
