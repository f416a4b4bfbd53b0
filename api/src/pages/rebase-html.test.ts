import { expect, test } from 'vitest';
import { rebaseFields, rebaseHtml } from './rebase-html.ts';

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

test('of a value, only the derived HTML is rewritten', () => {
  const value = { text: '<a href="/x">', textHtml: '<a href="/x">', listHtml: ['<a href="/y">'] };
  expect(rebaseFields(value, '/p')).toEqual({
    text: '<a href="/x">',
    textHtml: '<a href="/p/x">',
    listHtml: ['<a href="/p/y">'],
  });
});
