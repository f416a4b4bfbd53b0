import type { PageSurroundings, PublicContent, RenderedPage } from 'content-schema';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from '../app.tsx';
import { embedInitialState } from '../data/embedded-state.ts';
import type { InitialState } from '../data/page-data.ts';
import type { PageLocation } from '../data/page-location.ts';
import { fillDocument } from './fill-document.ts';
import { loadPage } from './load-page.ts';

const ROOT_START = '<div id="root">';

/** The app at an address: what React hoists into the head, and the root element. */
const renderApp = (visit: InitialState, address: string) => {
  const html = renderToString(
    <div id="root">
      <StrictMode>
        <StaticRouter location={address}>
          <App visit={visit} />
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
  place: PageLocation,
  content: PublicContent,
  { origin, year }: PageSurroundings,
): Promise<RenderedPage> => {
  const page = await loadPage(content, place);
  const visit = { origin, year, page };
  const html = fillDocument(document, {
    ...renderApp(visit, place.address),
    data: embedInitialState(visit),
  });
  return { status: page.view === null ? 404 : 200, html };
};
