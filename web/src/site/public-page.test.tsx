import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { DEFAULT_CONTENT as frame } from '../../test/render-address.ts';
import { PublicPage } from './public-page.tsx';

it('says why it does not show the stored content', () => {
  const html = renderToStaticMarkup(
    <StaticRouter location="/">
      <PublicPage frame={frame} error="Failed to load content" busy={false}>
        The default content
      </PublicPage>
    </StaticRouter>,
  );
  expect(html).toMatch(/role="alert">Failed to load content<.*The default content/);
});
