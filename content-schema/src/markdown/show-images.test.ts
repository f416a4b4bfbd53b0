import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { showImages, type FindImage, type ImageContext } from './show-images.ts';

const DUNES = {
  alt: 'Dunes & "sea"',
  caption: 'At <dusk>',
  colour: '#8a6f4d',
  focus: { x: 0.2, y: 1 },
};

const PHOTOS = {
  dunes: { ...{ formats: ['avif', 'webp', 'jpg'], width: 6000, height: 4000 }, ...DUNES },
  tower: { formats: ['avif', 'webp', 'jpg'], width: 2000, height: 3000 },
  small: { formats: ['avif', 'webp', 'png'], width: 300, height: 200 },
  web: { formats: ['webp'], width: 300, height: 200 },
  move: { formats: ['webp', 'gif'], width: 300, height: 200 },
  new: { formats: ['avif', 'webp'], width: 300, height: 200 },
  tide: { formats: ['mp4'], alt: 'The tide', width: 300, height: 200 },
  mark: { formats: ['svg'], width: 40, height: 40 },
  unread: { formats: ['avif', 'webp', 'jpg'] },
};

const find: FindImage = (id) =>
  id in PHOTOS ? { id, version: '0123456789ab', ...PHOTOS[id as keyof typeof PHOTOS] } : undefined;

const show = (markdown: string, context: ImageContext = 'post'): string =>
  showImages(renderMarkdown(markdown), find, context);

/** The address of a photo in a width. */
const at = (id: string, width: number, format: string): string =>
  `/photos/${id}/0123456789ab-${width}.${format}`;

const attribute = (html: string, name: string, element = 'img'): string | undefined =>
  new RegExp(`<${element}[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

test('a photo of this site has its size, its widths, its colour and a link to a large version', () => {
  const html = show('![](/photos/dunes)');
  expect(attribute(html, 'width')).toBe('6000');
  expect(attribute(html, 'height')).toBe('4000');
  expect(attribute(html, 'src')).toBe(at('dunes', 1200, 'jpg'));
  for (const format of ['avif', 'webp']) {
    const source = `source type="image/${format}"`;
    const [first, ...others] = attribute(html, 'srcset', source)?.split(',') ?? [];
    expect(first).toBe(`${at('dunes', 480, format)} 480w`);
    expect(others.at(-1)).toBe(`${at('dunes', 2560, format)} 2560w`);
    expect(attribute(html, 'sizes', source)).toMatch(/58rem.* 90vw$/);
  }
  expect(attribute(html, 'data-colour')).toBe('r4 g3 b2');
  expect(attribute(html, 'decoding')).toBe('async');
  expect(html).toContain(
    `<figure class="picture"><a class="enlarge" href="${at('dunes', 2560, 'jpg')}"><picture><source type="image/avif"`,
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
  const small = attribute(show('![](/photos/small)'), 'srcset', 'source');
  expect(small).toBe(`${at('small', 320, 'avif')} 300w`);
  const tower = show('![](/photos/tower)');
  const [widest] = attribute(tower, 'srcset', 'source')?.split(',').slice(-1) ?? [];
  expect(widest).toBe(`${at('tower', 2000, 'avif')} 2000w`);
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
  expect(attribute(html, 'srcset', 'source')).toMatch(/-320\.avif 320w,/);
  expect(attribute(html, 'sizes', 'source')).toMatch(/ 62\.3vw$/);
});

test('if a row wraps on a phone, its images fill their lines', () => {
  const sizes = (markdown: string) =>
    [...show(markdown).matchAll(/webp"[^>]* sizes="([^"]*)"/g)].map(([, value = '']) =>
      value.split(', '),
    );
  // Three wide ones do not fit beside each other there.
  expect(sizes('![](/photos/dunes)\n![](/photos/dunes)\n![](/photos/dunes)')).toEqual(
    ['45vw', '45vw', '90vw'].map((phone) => [
      '(min-width: 110rem) 19.3rem',
      '(min-width: 69.5rem) 17.3rem',
      '(min-width: 60rem) 15rem',
      '(min-width: 52.5rem) 17.3rem',
      '(min-width: 37.5rem) 30vw',
      phone,
    ]),
  );
});

test('the first image of the summary is the portrait, the next are not', () => {
  const html = show(
    `${'word '.repeat(300)}\n\n![](/photos/dunes)\n\n![](/photos/dunes)`,
    'summary',
  );
  const sizes = [...html.matchAll(/webp"[^>]* sizes="([^"]*)"/g)].map(([, value]) => value);
  // It is cropped to 4:5, so that 1.875 times its own width covers the frame.
  const wide = '(min-width: 94.5rem) 63.8rem, (min-width: 75rem) 67.5vw';
  expect(sizes[0]).toBe(`${wide}, (min-width: 30rem) 30rem, 168.8vw`);
  expect(sizes[1]).toBe('(min-width: 40rem) 36rem, 90vw');
  expect(html.match(/ data-focus="x1 y4"/g)).toHaveLength(1);
  expect(html.match(/fetchpriority="high"/g)).toHaveLength(1);
  expect(attribute(html, 'srcset', 'source')).toMatch(/^\S+-320\.avif 320w,/);
});

test('a picture in a line of text stays in it', () => {
  const html = show('Before ![](/photos/mark) after');
  expect(html).toMatch(/^<p>Before <img [^>]*width="40" height="40"[^>]*> after<\/p>$/);
  expect(html).not.toContain('srcset');
});

test.each([
  ['small', ['image/avif', 'image/webp'], 'png'],
  ['move', ['image/webp'], 'gif'],
  ['new', ['image/avif'], 'webp'],
  ['web', [], 'webp'],
  ['mark', [], 'svg'],
])('the formats of the photo %s are named, best first', (id, types, plain) => {
  const html = show(`![](/photos/${id})`);
  expect([...html.matchAll(/<source type="([^"]*)"/g)].map(([, type]) => type)).toEqual(types);
  expect(attribute(html, 'src')).toBe(at(id, id === 'mark' ? 160 : 320, plain));
  expect(html.includes('<picture>')).toBe(types.length > 0);
  // A photo in one format only has its widths in the image itself.
  const isPlain = id === 'web' ? `${at(id, 320, 'webp')} 300w` : undefined;
  expect(attribute(html, 'srcset')).toBe(isPlain);
});

test("the author's own size stays", () => {
  const html = show('<img src="/photos/dunes" width="300">');
  expect(attribute(html, 'width')).toBe('300');
  expect(attribute(html, 'height')).toBe('200');
  expect(attribute(html, 'sizes', 'source')).toBe('300px');
  expect(attribute(show('<img src="/photos/dunes" width="50%">'), 'height')).toBeUndefined();
});

test('unknown metadata of an image is left out', () => {
  const unread = show('![](/photos/unread)');
  expect(attribute(unread, 'src')).toBe(at('unread', 1200, 'jpg'));
  expect(attribute(unread, 'srcset', 'source')).toBe(at('unread', 1200, 'avif'));
  expect(unread).not.toMatch(/ (?:width|height|sizes)=/);
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
  expect(linked).toMatch(/^<p><a href="https:\/\/example\.org"[^>]*><picture><source [^>]*srcset=/);
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
  showImages(`${html}<p>${'<img src="a" '.repeat(20_000)}`, find, 'post');
  expect(performance.now() - base).toBeLessThan(1500);
});

test('a video has controls, a label and a caption, and is neither enlarged nor the portrait', () => {
  const html = show('![](/photos/tide "Noon")\n\n![](/photos/dunes)', 'summary');
  expect(html).toMatch(
    /^<figure class="video picture"><video src="\/photos\/tide\/\w+-2560\.mp4#t=0\.1" width="300" height="200" aria-label="The tide" controls playsinline preload="metadata"><\/video><figcaption>Noon<\/figcaption><\/figure>.*data-focus/s,
  );
});
