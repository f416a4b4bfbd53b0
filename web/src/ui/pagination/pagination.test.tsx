import { expect, it } from 'vitest';
import { renderElement } from '../../../test/render-element.tsx';
import { Pagination } from './pagination.tsx';

const render = (page: number, pageCount: number, path = '/blogs') =>
  renderElement(<Pagination page={page} pageCount={pageCount} path={path} />, path);

it('says which page it is and links to its neighbours', () => {
  const html = render(2, 3);
  expect(html.replaceAll('<!-- -->', '')).toContain('>Page 2 of 3<');
  expect(html).toMatch(/rel="prev"[^>]*href="\/blogs"/);
  expect(html).toMatch(/rel="next"[^>]*href="\/blogs\?page=3"/);
});

it('has no link before the first page or after the last, and is nothing for a single page', () => {
  expect(render(1, 3)).not.toContain('rel="prev"');
  expect(render(3, 3)).not.toContain('rel="next"');
  expect(render(1, 1)).toBe('');
});

it('submits the typed page number to the list itself without JavaScript', () => {
  const html = render(1, 3, '/list?tag=a+b');
  expect(html).toMatch(/<form [^>]*action="\/list"/);
  expect(html).toContain('<input type="hidden" name="tag" value="a b"/>');
  expect(html).toMatch(/<input type="text"[^>]* required=""[^>]* name="page"/);
});
