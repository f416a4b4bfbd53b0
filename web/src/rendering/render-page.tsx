import type { PageSurroundings, PublicContent, RenderedPage } from 'content-schema';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from '../app.tsx';
import { embedInitialState } from '../data/initial-state.ts';
import type { InitialState } from '../data/page-data.ts';
import type { PageLocation } from '../routing/page-location.ts';
import type { SitePage } from '../site/define-page.tsx';
import { fillDocument } from './fill-document.ts';
import { loadPage } from './load-page.ts';

const ROOT_START = '<div id="root">';

/** The app at an address: what React hoists into the head, and the root element. */
const renderApp = (state: InitialState, address: string) => {
  const html = renderToString(
    <div id="root">
      <StrictMode>
        <StaticRouter location={address}>
          <App initialState={state} />
        </StaticRouter>
      </StrictMode>
    </div>,
  );
  const start = html.indexOf(ROOT_START);
  return { head: html.slice(0, start), root: html.slice(start) };
};

/** Renders a public page into `document`, with the data that its hydration needs. */
export const renderPage = async (
  document: string,
  page: SitePage,
  location: PageLocation,
  content: PublicContent,
  { origin, year }: PageSurroundings,
): Promise<RenderedPage> => {
  const data = await loadPage(page, location, content);
  const state = { origin, year, page: data };
  const html = fillDocument(document, {
    ...renderApp(state, location.address),
    data: embedInitialState(state),
  });
  return { status: page.isMissing?.(data.view) ? 404 : 200, html };
};
