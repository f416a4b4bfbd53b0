import { expect, test } from 'vitest';
import { rebaseHtml } from './rebase-html.ts';

test('links and pictures of this site begin with the base, others stay', () => {
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

test('text that only looks like HTML stays', () => {
  const html = '<code>&#x3C;a href="/blogs"></code><img alt="<a href=" src="/photos/1">';
  expect(rebaseHtml(html, '/p')).toBe(
    '<code>&#x3C;a href="/blogs"></code><img alt="<a href=" src="/p/photos/1">',
  );
});

test('what begins with the base already stays', () => {
  const html = '<a href="/past/1/blogs">A</a><a href="/past/1">B</a><form action="/blogs"></form>';
  expect(rebaseHtml(html, '/past/1')).toBe(
    '<a href="/past/1/blogs">A</a><a href="/past/1">B</a><form action="/past/1/blogs"></form>',
  );
});
