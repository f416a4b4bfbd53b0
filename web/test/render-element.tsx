import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';

/** The HTML of an element at a path of the site. */
export const renderElement = (element: ReactNode, path = '/'): string =>
  renderToStaticMarkup(<StaticRouter location={path}>{element}</StaticRouter>);
