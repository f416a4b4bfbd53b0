import {
  decodeAddress,
  isProjectId,
  languageTag,
  linksToPages,
  listDate,
  type PostHeading,
  type PublicContent,
  type RenderContext,
  type RenderedPage,
  type ShareCard,
} from 'content-schema';
import { lookCss, mainColours, type Look } from 'content-schema/palette';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StrictMode, type ReactNode } from 'react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from '../app.tsx';
import { embedInitialState } from '../data/initial-state.ts';
import type { InitialState, PageData, PageView } from '../data/page-data.ts';
import { ownerName } from '../site/text.ts';
import { LOGIN } from '../paths.ts';
import type { PageLocation } from '../routing/page-location.ts';
import type { SitePage } from '../site/define-page.tsx';
import { MessageScreen } from '../ui/messages.tsx';
import { noticeBar } from './version-document.ts';

/** Captures the id of the first photo of this site. Escaped text contains no `<`. */
const OWN_PHOTO = /<img(?:\s+[\w-]+(?:="[^"]*")?)*?\s+src="\/photos\/([^"?/]+)/;

const firstPhoto = (html: string): string | undefined => {
  const [, id] = OWN_PHOTO.exec(html) ?? [];
  return id === undefined ? undefined : decodeAddress(id);
};

const cardOf = (page: SitePage, location: PageLocation, data: PageData): ShareCard | undefined => {
  const { frame, view } = data;
  const card = page.isMissing?.(view) ? undefined : page.card?.(view, frame, location);
  const photo = firstPhoto((view.posts[0]?.project?.photoHtml ?? '') + (view.html ?? ''));
  return card && { note: '', date: '', name: ownerName(frame), photo, ...card };
};

/** Loads the content that a page shows, without its share card. */
const loadPage = async (
  page: SitePage,
  location: PageLocation,
  content: PublicContent,
): Promise<PageData> => {
  const { site, profile, pages } = content;
  const { query } = location;
  const listed = query === '' ? content.posts : await content.search(query);
  const selected = page.select({ ...content, posts: page.prefix ? pages : listed }, location);
  const posts = await content.summarize(selected.posts);
  const [post] = posts;
  const text = post && page.hasText ? await content.post(post.id) : undefined;
  return {
    path: page.path,
    address: location.address,
    frame: { site, profile, ...linksToPages(pages.filter(({ id }) => !isProjectId(id))) },
    view: {
      ...{ ...selected, posts },
      ...(text && { html: text.contentHtml, correctionUrl: text.correctionUrl }),
    },
  };
};

const ROOT_START = '<div id="root">';

/** Renders to HTML. Rejects on every error, while `renderToString` swallows some in Suspense. */
const renderToHtml = (node: ReactNode): Promise<string> =>
  new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(node, {
      // Without this, React streams late parts out of order and moves them with a script.
      progressiveChunkSize: Infinity,
      onAllReady: () => void text(stream.pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
    });
  });

/** Renders the app at an address: the elements that React hoists to the head, and the root. */
const renderApp = async (state: InitialState, address: string) => {
  const { base = '' } = state;
  const html = await renderToHtml(
    <div id="root">
      <StrictMode>
        <StaticRouter basename={base} location={`${base}${address}`}>
          <App initialState={state} />
        </StaticRouter>
      </StrictMode>
    </div>,
  );
  const start = html.indexOf(ROOT_START);
  return { head: html.slice(0, start), root: html.slice(start) };
};

/** The elements of the head, the root, and the script element after it. */
type DocumentParts = Readonly<Record<'head' | 'root' | 'data', string>>;

const HEAD_END = '</head>';
const ROOT = '<div id="root"></div>';

/** Puts a rendered page into the document of the client build. */
const fillDocument = (document: string, { head, root, data }: DocumentParts): string =>
  document.replace(HEAD_END, () => head + HEAD_END).replace(ROOT, () => root + data);

/** The preload of the typeface that only the default look uses at once. */
const SERIF = /<link rel="preload" href="[^"]*newsreader[^>]*>\s*/;

/**
 * Gives a document the colours and typefaces of `look`; with the default ones it stays as it is. The
 * owner's style sheet comes after those in the head, also later ones; `isOff` disables it.
 */
export const withLook = (
  document: string,
  look: Look & Pick<PublicContent, 'style'> = {},
  isOff = false,
): string => {
  const css = lookCss(look);
  const { hue, typeface = 'serif', style } = look;
  const link = `<link id="own-style" rel="stylesheet" href="${style}"${isOff ? ' disabled' : ''}>`;
  const linked = style === undefined ? document : document.replace(ROOT, link + ROOT);
  if (css === '') return linked;
  const [[day, night], own] = [mainColours(hue).bg, mainColours().bg];
  return linked
    .replace(typeface === 'serif' ? '' : SERIF, '')
    .replace(`"${own[0]}"`, `"${day}"`)
    .replace(`"${own[1]}"`, `"${night}"`)
    .replace(HEAD_END, () => `<style id="palette">${css}</style>${HEAD_END}`);
};

/** Returns the date of the newest post, ignoring dates in the future. */
const lastDateOf = (posts: readonly PostHeading[]): string | undefined => {
  const now = Date.now();
  return posts.map(listDate).find((date) => Date.parse(date ?? '') <= now);
};

const statusOf = (page: SitePage, view: PageView): RenderedPage['status'] => {
  if (page.isMissing?.(view)) return view.isDeleted ? 410 : 404;
  return 200;
};

/** Returns the content of a page's share card; undefined for a page without one. */
export const shareCard = async (
  page: SitePage,
  location: PageLocation,
  content: PublicContent,
): Promise<ShareCard | undefined> =>
  cardOf(page, location, await loadPage(page, location, content));

/** Renders a page, with the data for its hydration, into the document that it gets for its HTML. */
export const renderPage = async (
  documentFor: (html: string) => string,
  page: SitePage,
  location: PageLocation,
  content: PublicContent,
  { origin, year, base, notice, isDeleted }: RenderContext,
): Promise<RenderedPage> => {
  const loaded = await loadPage(page, location, content);
  const card = cardOf(page, location, loaded);
  const [path = ''] = location.address.split('?', 1);
  const view = {
    ...loaded.view,
    ...(isDeleted && { isDeleted }),
    ...(card && { card: content.cardAddress(path, card) }),
  };
  const data = { ...loaded, view };
  const changed = lastDateOf(content.posts);
  const state = {
    ...{ origin, year, page: data },
    ...(changed !== undefined && { changed }),
    ...(base !== undefined && { base }),
  };
  const { head, root } = await renderApp(state, location.address);
  const { lang = '' } = content.site;
  const language = `lang="${languageTag(lang) ?? 'en'}"`;
  const look = { ...content.site, style: content.style && (base ?? '') + content.style };
  const document = withLook(documentFor(root), look, page.path === LOGIN).replace(
    'lang="en"',
    language,
  );
  const html = fillDocument(document, {
    head,
    root: notice === undefined ? root : `${root}${noticeBar(notice)}`,
    data: embedInitialState(state),
  });
  return { status: statusOf(page, view), html, document };
};

const SCRIPT = /<script\b[^>]*>[^]*?<\/script>/g;

export const renderMessage = (document: string, message: string): string => {
  const html = renderToStaticMarkup(<MessageScreen>{message}</MessageScreen>);
  const [, title = ''] = /(<title>.*?<\/title>)/.exec(html) ?? [];
  // Removes the app's scripts: the app would replace the message by a page.
  const silent = document.replace(SCRIPT, (script) => (script.includes('/assets/') ? '' : script));
  return fillDocument(silent, {
    head: `${title}<meta name="robots" content="noindex">`,
    root: `<div id="root">${html.replace(title, '')}</div>`,
    data: '',
  });
};
