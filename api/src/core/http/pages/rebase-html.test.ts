import { expect, test } from 'vitest';
import { rebaseHtml } from './rebase-html.ts';

test('links and images of this site get the base, others are unchanged', () => {
  const html =
    '<p><a href="/blogs/a">A</a> <a href="https://x.example/">B</a> <a href="//x.example/">C</a>' +
    '<a href="#d">D</a></p>' +
    '<img src="/photos/1?w=1200" srcset="/photos/1?w=480 480w, /photos/1?w=800 800w" alt="a > /b">';
  expect(rebaseHtml(html, '/past/1')).toBe(
    '<p><a href="/past/1/blogs/a">A</a> <a href="https://x.example/">B</a> ' +
      '<a href="//x.example/">C</a><a href="#d">D</a></p>' +
      '<img src="/past/1/photos/1?w=1200" ' +
      'srcset="/past/1/photos/1?w=480 480w, /past/1/photos/1?w=800 800w" alt="a > /b">',
  );
});

test('text that only looks like HTML is unchanged', () => {
  const html = '<code>&#x3C;a href="/blogs"></code><img alt="<a href=" src="/photos/1">';
  expect(rebaseHtml(html, '/p')).toBe(
    '<code>&#x3C;a href="/blogs"></code><img alt="<a href=" src="/p/photos/1">',
  );
});

test('addresses that already begin with the base are unchanged', () => {
  const html = '<a href="/past/1/blogs">A</a><a href="/past/1">B</a><form action="/blogs"></form>';
  expect(rebaseHtml(html, '/past/1')).toBe(
    '<a href="/past/1/blogs">A</a><a href="/past/1">B</a><form action="/past/1/blogs"></form>',
  );
});
