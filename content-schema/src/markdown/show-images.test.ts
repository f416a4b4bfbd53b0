import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { showImages, type FindImage, type ImageContext } from './show-images.ts';

const DUNES = { alt: 'Dunes & "sea"', caption: 'At <dusk>', colour: '#8a6f4d' };

const PHOTOS = new Map<string, NonNullable<ReturnType<FindImage>>>([
  ['dunes', { ...{ mimetype: 'image/jpeg', width: 6000, height: 4000 }, ...DUNES }],
  ['tower', { mimetype: 'image/jpeg', width: 2000, height: 3000 }],
  ['small', { mimetype: 'image/png', width: 300, height: 200 }],
  ['mark', { mimetype: 'image/svg+xml', width: 40, height: 40 }],
  ['unread', { mimetype: 'image/jpeg' }],
]);

const show = (markdown: string, context: ImageContext = 'post'): string =>
  showImages(renderMarkdown(markdown), (id) => PHOTOS.get(id), context);

const attribute = (html: string, name: string): string | undefined =>
  new RegExp(`<img[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

test('a photo of this site has its size, its widths, its colour and a link to a large version', () => {
  const html = show('![](/photos/dunes)');
  expect(attribute(html, 'width')).toBe('6000');
  expect(attribute(html, 'height')).toBe('4000');
  expect(attribute(html, 'src')).toBe('/photos/dunes?w=1200');
  expect(attribute(html, 'srcset')).toMatch(
    /^\/photos\/dunes\?w=480 480w, .*\/photos\/dunes\?w=2560 2560w$/,
  );
  expect(attribute(html, 'sizes')).toMatch(/47rem.* 90vw$/);
  expect(attribute(html, 'data-colour')).toBe('#8a6f4d');
  expect(attribute(html, 'decoding')).toBe('async');
  expect(html).toContain(
    '<figure class="picture"><a class="enlarge" href="/photos/dunes?w=2560"><img',
  );
  expect(html).not.toContain('style=');
});

test('the alt text and the caption of the photo are used if the text has none', () => {
  expect(attribute(show('![](/photos/dunes)'), 'alt')).toBe('Dunes &#38; &#34;sea&#34;');
  expect(show('![](/photos/dunes)')).toContain('<figcaption>At &#60;dusk&#62;</figcaption>');
  const own = show('![Own](/photos/dunes "A <b> title")');
  expect(attribute(own, 'alt')).toBe('Own');
  expect(own).toContain('<figcaption>A &#60;b> title</figcaption>');
  expect(own).not.toContain('title="');
  expect(show('![](/photos/small)')).not.toContain('figcaption');
});

test('no widths beyond the original are offered', () => {
  expect(attribute(show('![](/photos/small)'), 'srcset')).toBe('/photos/small?w=320 300w');
  const tower = show('![](/photos/tower)');
  expect(attribute(tower, 'srcset')).toMatch(/, \/photos\/tower\?w=2000 2000w$/);
  expect(tower).toContain('<figure class="picture portrait">');
});

test('the first image near the top is loaded eagerly, the others lazily', () => {
  const loading = (html: string) =>
    [...html.matchAll(/loading="(\w+)"/g)].map(([, value]) => value);
  const two = 'A line.\n\n![](/photos/dunes)\n\n![](/photos/tower)';
  expect(loading(show(two))).toEqual(['eager', 'lazy']);
  expect(show(two).match(/fetchpriority="high"/g)).toHaveLength(1);
  expect(loading(show(two, 'field'))).toEqual(['lazy', 'lazy']);
  expect(loading(show(`${'word '.repeat(300)}\n\n${two}`))).toEqual(['lazy', 'lazy']);
  expect(loading(show('Text ![](/photos/mark) and\n\n![](/photos/dunes)'))).toEqual([
    'eager',
    'lazy',
  ]);
});

test('images of one paragraph form a row of equal height', () => {
  const html = show('![](/photos/dunes)\n![](/photos/tower)');
  expect(html).toMatch(
    /^<div class="pictures"><figure class="picture ratio-15">.*<figure class="picture ratio-7">/,
  );
  expect(html).not.toContain('<br>');
  expect(attribute(html, 'srcset')).toMatch(/\?w=320 320w, /);
  expect(attribute(html, 'sizes')).toMatch(/ 62\.3vw$/);
});

test('if a row wraps on a phone, its images fill their lines', () => {
  const sizes = (markdown: string) =>
    [...show(markdown).matchAll(/ sizes="([^"]*)"/g)].map(([, value = '']) => value.split(', '));
  // Three wide ones do not fit beside each other there.
  expect(sizes('![](/photos/dunes)\n![](/photos/dunes)\n![](/photos/dunes)')).toEqual(
    ['45vw', '45vw', '90vw'].map((phone) => [
      '(min-width: 69.5rem) 15.7rem',
      '(min-width: 60rem) 12.7rem',
      '(min-width: 52.5rem) 15.7rem',
      '(min-width: 37.5rem) 30vw',
      phone,
    ]),
  );
});

test('the first image of the summary is beside its text, the next are not', () => {
  const html = show('![](/photos/dunes)\n\n![](/photos/dunes)', 'summary');
  const sizes = [...html.matchAll(/ sizes="([^"]*)"/g)].map(([, value]) => value);
  expect(sizes).toEqual(['(min-width: 42rem) 16rem, 38vw', '(min-width: 40rem) 36rem, 90vw']);
  expect(attribute(html, 'srcset')).toMatch(/^\/photos\/dunes\?w=320 320w, /);
});

test('a picture in a line of text stays in it', () => {
  const html = show('Before ![](/photos/mark) after');
  expect(html).toMatch(/^<p>Before <img [^>]*width="40" height="40"[^>]*> after<\/p>$/);
  expect(attribute(html, 'srcset')).toBeUndefined();
});

test("the author's own size stays", () => {
  const html = show('<img src="/photos/dunes" width="300">');
  expect(attribute(html, 'width')).toBe('300');
  expect(attribute(html, 'height')).toBe('200');
  expect(attribute(html, 'sizes')).toBe('300px');
  expect(attribute(show('<img src="/photos/dunes" width="50%">'), 'height')).toBeUndefined();
});

test('unknown metadata of an image is left out', () => {
  const unread = show('![](/photos/unread)');
  expect(attribute(unread, 'src')).toBe('/photos/unread?w=1200');
  expect(unread).not.toMatch(/ (?:width|height|srcset|sizes)=/);
  expect(show('![A](/photos/gone)')).toBe(
    '<figure class="picture missing"><img src="/photos/gone" alt="A" loading="eager" decoding="async" fetchpriority="high"></figure>',
  );
  expect(show('![A](https://example.org/a.png "B")')).toMatch(
    /^<figure class="picture"><img src="https:\/\/example\.org\/a\.png"[^>]*><figcaption>B<\/figcaption><\/figure>$/,
  );
  for (const address of ['/photos/%', '/photos/a/b', '/photos/', '//photos/dunes', '/photos']) {
    expect(show(`![](${address})`)).not.toContain('srcset');
  }
});

test('a link around a picture, and code, stay as they are', () => {
  const linked = show('[![](/photos/dunes)](https://example.org)');
  expect(linked).toMatch(/^<p><a href="https:\/\/example\.org"[^>]*><img [^>]*srcset=/);
  expect(linked).not.toContain('enlarge');
  expect(show('`<p><img src="/photos/dunes"></p>`')).not.toContain('srcset');
});

test('an image tag in an attribute is not an image', () => {
  for (const title of ['<img src>', '<p><img src></p>', '<img alt onerror>']) {
    const html = show(`[a](/b "${title}") ![c](/photos/dunes "${title}")`);
    expect(html).toContain(`title="${title}">a</a>`);
    expect(html).toMatch(/ srcset="[^"<]+"/);
    expect(html.match(/ loading=/g)).toHaveLength(1);
  }
});

test('many images are processed in linear time', () => {
  const html = renderMarkdown('![a](/photos/dunes) '.repeat(4000));
  const base = performance.now();
  showImages(`${html}<p>${'<img src="a" '.repeat(20_000)}`, (id) => PHOTOS.get(id), 'post');
  expect(performance.now() - base).toBeLessThan(1500);
});
