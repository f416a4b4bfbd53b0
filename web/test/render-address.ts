import {
  matchingPosts,
  type ContentResponse,
  type PublicContent,
  type RenderContext,
} from 'content-schema';
import { presentContentFiles } from 'content-schema/content-files';
import { readDefaultContent } from 'fixtures/default-content';
import type { InitialState } from '../src/data/page-data.ts';
import { PAGES } from '../src/pages/pages.ts';
import { renderPage } from '../src/rendering/render-page.tsx';
import { findPage } from '../src/routing/page-location.ts';

export const DEFAULT_CONTENT = presentContentFiles(await readDefaultContent());

const DOCUMENT =
  '<!doctype html><html lang="en"><head><script src="/app.js"></script></head><body><div id="root"></div></body></html>';

export const SURROUNDINGS = { origin: 'https://ada.example', year: 2031 };

/** The content as the API passes it to the renderer, from which each page loads what it shows. */
export const publicContent = ({ posts, ...content }: ContentResponse): PublicContent => ({
  ...content,
  pages: [],
  posts: posts.map(({ content: _content, contentHtml: _contentHtml, ...heading }) => heading),
  search: (query) => Promise.resolve(posts.filter(matchingPosts(query))),
  summarize: (requested) =>
    Promise.resolve(requested.map((post) => ({ ...post, excerpt: `Start of ${post.id}` }))),
  cardAddress: (path) => `/og/1${path}.png`,
  post: (requested) => {
    const post = posts.find(({ id }) => id === requested);
    return post ? Promise.resolve(post) : Promise.reject(new Error(`No ${requested}`));
  },
});

interface RenderedAddress {
  readonly status: number;
  /** The whole document. */
  readonly html: string;
  readonly head: string;
  /** The visible HTML, without React's comments between texts. */
  readonly body: string;
  readonly state: InitialState;
}

/** Renders the page at an address as the server does, with changes to the default content. */
export const renderAddress = async (
  address: string,
  changes: Partial<ContentResponse> | PublicContent = {},
  context: Partial<RenderContext> = {},
): Promise<RenderedAddress> => {
  const result = findPage(PAGES, address);
  if (!result) throw new Error(`No page at ${address}`);
  const content =
    'summarize' in changes ? changes : publicContent({ ...DEFAULT_CONTENT, ...changes });
  const { page, location } = result;
  const { status, html } = await renderPage(() => DOCUMENT, page, location, content, {
    ...SURROUNDINGS,
    ...context,
  });
  const [, head = '', root = '', json = ''] =
    /<head>(.*)<\/head><body>(.*)<script id="initial-state" type="application\/json">(.*)<\/script>/s.exec(
      html,
    ) ?? [];
  return {
    status,
    html,
    head,
    body: root.replace(/<!--.*?-->/g, ''),
    state: JSON.parse(json) as InitialState,
  };
};
