import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { Pill } from './pill.tsx';

const render = (pill: ReactNode) =>
  renderToStaticMarkup(<StaticRouter location="/">{pill}</StaticRouter>);

it('is a link when it has a path', () => {
  const html = render(
    <Pill to="/blogs/tags/maps" onClick={vi.fn()} label="Posts about maps">
      Maps
    </Pill>,
  );
  expect(html).toMatch(/^<a [^>]*href="\/blogs\/tags\/maps"[^>]*>Maps<\/a>$/);
  expect(html).toContain('aria-label="Posts about maps"');
});

it('is a button when it has a click handler and no path', () => {
  const html = render(
    <Pill to="" onClick={vi.fn()} className="wide">
      Maps
    </Pill>,
  );
  expect(html).toMatch(/^<button [^>]*type="button"[^>]*>Maps<\/button>$/);
  expect(html).toMatch(/class="[^"]*\bwide"/);
});

it('is plain text otherwise', () => {
  expect(render(<Pill>Maps</Pill>)).toMatch(/^<span [^>]*>Maps<\/span>$/);
});
