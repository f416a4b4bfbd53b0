import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { cleanSvg } from './clean-svg.ts';
import { UnsupportedImage, UnusableImage } from './errors.ts';

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

const clean = (svg: string): string => new TextDecoder().decode(cleanSvg(Buffer.from(svg)));
const cleanInner = (inner: string): string =>
  clean(`<svg ${NAMESPACES}>${inner}</svg>`)
    .replace(`<svg ${NAMESPACES}>`, '')
    .replace('</svg>\n', '');

test('a plain image is unchanged', async () => {
  const boat = await samplePhoto('boat.svg');
  const written = new TextDecoder().decode(cleanSvg(boat));
  expect(written.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', '').trim()).toBe(
    new TextDecoder().decode(boat).trim(),
  );
  const inner =
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
    '<style>.a { fill: url(#g); } a > b { content: "&amp;"; }</style>' +
    '<path class="a" style="stroke: url(\'#g\')" d="M0 0h1" fill="url( #g )"/>' +
    '<use xlink:href="#g" href="#g"/><image href="data:image/png;base64,AAAA"/>' +
    '<text xml:space="preserve">2 &lt; 3 &amp; "4"</text>' +
    '<animate attributeName="width" to="3" dur="1s"/>';
  expect(cleanInner(inner).replaceAll('&gt;', '>')).toBe(inner);
});

test('cleaning is idempotent', () => {
  const once = cleanInner('<text font-family="&quot;A&quot;">a&#13;b<![CDATA[<c> & d]]></text>');
  expect(once).toBe('<text font-family="&quot;A&quot;">a&#13;b&lt;c&gt; &amp; d</text>');
  expect(cleanInner(once)).toBe(once);
});

test("editors' data, comments and declarations are removed", () => {
  const svg = `<?xml version="1.0"?><?xml-stylesheet href="https://hostile.example/x.css"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- made at 53.5N 9.9E -->
<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:i="urn:editor" i:home="/home/ada">
<i:view><s:rect/></i:view><s:metadata>by Ada</s:metadata><s:rect i:x="1" width="2"/><s:unknown/>
</s:svg>`;
  expect(clean(svg)).toBe(`<svg ${NAMESPACES}>\n<rect width="2"/>\n</svg>\n`);
});

test('a base for the references of the file is removed', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xml:base="https://hostile.example/a.svg"/>`;
  expect(clean(svg)).not.toContain('hostile');
});

test.each([
  ['<script>x</script>', '<script>'],
  ['<g><script xlink:href="x.js"/></g>', '<script>'],
  ['<foreignObject/>', '<foreignObject>'],
  ['<a href="https://example.com"><rect/></a>', '<a>'],
  ['<rect onload="x()"/>', 'an event handler (onload)'],
  ['<rect ONCLICK="x()"/>', 'an event handler (ONCLICK)'],
  ['<iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/>', 'HTML'],
  ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">x</h:script>', 'HTML'],
  ['<metadata><h:b xmlns:h="http://www.w3.org/1999/xhtml"/></metadata>', 'HTML'],
  ['<image href="https://hostile.example/pixel.png"/>', 'a reference to another file'],
  ['<image xlink:href="//hostile.example/pixel.png"/>', 'a reference to another file'],
  ['<image href="data:image/svg+xml;base64,AAAA"/>', 'a reference to another file'],
  ['<use href="data:image/png;base64,AAAA"/>', 'a reference to another file'],
  ['<use href=" java&#115;cript:x"/>', 'a reference to another file'],
  ['<rect fill="url(https://hostile.example/#a)"/>', 'a reference to another file'],
  ['<rect style="fill: url(x.svg#a)"/>', 'a reference to another file'],
  ['<style>@import "x.css";</style>', 'styles that may load another file'],
  ['<style>@im<![CDATA[port "x.css";]]></style>', 'styles that may load another file'],
  ['<style>a { fill: u\\72l(x) }</style>', 'styles that may load another file'],
  ['<rect fill="url(#a) url(https://hostile.example/#a)"/>', 'a reference to another file'],
  ['<rect fill="url(#a url(x.svg)"/>', 'a reference to another file'],
  [`<rect fill="url('  x.svg')"/>`, 'a reference to another file'],
  [
    '<rect mask="cross-fade(\'https://hostile.example/a.png\', red)"/>',
    'styles that may load another file',
  ],
  [
    '<style>a { mask: image("https://hostile.example/a.png") }</style>',
    'styles that may load another file',
  ],
  ['<rect fill="u\\72l(https://hostile.example/)"/>', 'styles that may load another file'],
  ['<set attributeName="href" to="x"/>', 'an animated link'],
  ['<set attributeName=" onclick " to="x"/>', 'an animated link'],
  ['<animate attributeName="xlink:href" values="x"/>', 'an animated link'],
])('%s is refused', (inner, what) => {
  const rejected = new UnusableImage(
    `This SVG contains ${what}; only plain pictures can be uploaded`,
  );
  expect(() => cleanInner(inner)).toThrow(rejected);
});

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" a="1" a="2"/>',
  '<svg xmlns="http://www.w3.org/2000/svg">&nope;</svg>',
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"/><script/>',
  '<svg xmlns="http://www.w3.org/2000/svg">',
])('%s is not well-formed, and refused', (svg) => {
  expect(() => clean(svg)).toThrow(UnusableImage);
});

test('a file with another root element is not an SVG', () => {
  expect(() => clean('<svg/>')).toThrow(UnsupportedImage);
  expect(() => clean('<html><svg/></html>')).toThrow(UnsupportedImage);
});

test('text in another encoding is refused', () => {
  expect(() => cleanSvg(Buffer.from('<svg xmlns="…"/>', 'utf16le'))).toThrow(UnusableImage);
  expect(() => cleanSvg(Buffer.from([0x3c, 0x73, 0xff]))).toThrow('The SVG is not UTF-8 text');
});

test.each([
  ['elements in each other', '<g>'.repeat(20_000) + '</g>'.repeat(20_000)],
  ['elements in each other, none of them drawn', '<b>'.repeat(20_000) + '</b>'.repeat(20_000)],
  ['elements', '<g/>'.repeat(100_001)],
])('an SVG with too many %s is refused', (_, inner) => {
  expect(() => cleanInner(inner)).toThrow(
    new UnusableImage('This SVG is too complex to be checked'),
  );
});

test.each([
  ['a reference', (spaces: string) => `<rect fill="url(${spaces}x)"/>`],
  ['a reference in a style', (spaces: string) => `<style>a { fill: url(${spaces}x) }</style>`],
  ['an animated attribute', (spaces: string) => `<set attributeName="on${spaces}&#10;x"/>`],
])('checking %s with many spaces takes linear time', (_, inner) => {
  const timeFor = (length: number): number => {
    const start = performance.now();
    expect(() => cleanInner(inner(' '.repeat(length)))).toThrow(UnusableImage);
    return performance.now() - start;
  };
  timeFor(20_000);
  // In quadratic time it would take hours.
  expect(timeFor(2_000_000)).toBeLessThan(5000);
});
