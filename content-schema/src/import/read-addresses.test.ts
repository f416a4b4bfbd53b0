import { expect, test } from 'vitest';
import { isAddressList, readAddresses } from './read-addresses.ts';

const SITE = 'https://old.example';
const RSS = `<rss><channel><link>${SITE}/</link><item><link><![CDATA[${SITE}/b?x=1&amp;y=2]]></link>`;
const ATOM = `<feed><link rel="self" href="${SITE}/atom.xml"/><entry><link href='${SITE}/c.html' rel="alternate"/>`;

test.each([
  [
    'a sitemap',
    `<?xml version="1.0"?><urlset><url><loc> ${SITE}/a/ </loc></url><image:loc>/p`,
    ['/a'],
  ],
  [
    'pictures and sitemaps',
    `<sitemapindex><loc>${SITE}/sitemap-2.xml</loc><loc>${SITE}/a.png</loc>`,
    [],
  ],
  ['RSS', RSS, ['/', '/b']],
  ['Atom', ATOM, ['/c']],
  ['a template', '<feed><link href="{{ site.url }}/a"/><link>{{ post.url }}</link>', []],
  ['lines', `\n${SITE}/a/\r\n/b.html\n`, ['/a', '/b']],
  ['a table', `url,title\n"${SITE}/a/","A"\n/b,B`, ['/a', '/b']],
])('reads the addresses of %s', (_, text, keys) => {
  expect(isAddressList(text)).toBe(true);
  expect([...readAddresses([text]).keys()]).toEqual(keys);
});

test.each(['', 'Text', '/a\nText about it', '<html><a href="/a">', '# Title\n\nText'])(
  '%j is no list',
  (text) => expect(isAddressList(text)).toBe(false),
);

test('entities and too many addresses are refused', () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "a"><!ENTITY b "&a;&a;">]><urlset><loc>/&b;</loc></urlset>';
  expect(() => readAddresses([`<?xml version="1.0"?>${bomb}`])).toThrow(/entities/);
  expect(() => readAddresses(['/a\n'.repeat(50_001)])).toThrow(/more than 50000/);
  // Of many opened tags, none is read again and again.
  expect(readAddresses([`<urlset>${'<loc>'.repeat(200_000)}${'<link '.repeat(20_000)}`]).size).toBe(
    0,
  );
});
