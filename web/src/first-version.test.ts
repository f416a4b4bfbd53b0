import { isPage } from 'content-schema';
import { presentContentFiles } from 'content-schema/content-files';
import { readFirstVersion } from 'fixtures/default-content';
import { expect, it } from 'vitest';
import { renderAddress } from '../test/render-address.ts';
import { PAGES } from './pages/pages.ts';

/**
 * What visitors see of a repository that the first version wrote. A new section, field or page must
 * not appear on it before its owner has filled it in.
 */

const content = presentContentFiles(await readFirstVersion());

const textOf = (html: string): string[] =>
  html
    .replace(/<(?:script|style|svg)\b.*?<\/(?:script|style|svg)>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');

const headingsOf = (html: string): string[] =>
  Array.from(html.matchAll(/<h[12]\b.*?<\/h[12]>/gs), ([heading]) => textOf(heading).join(' '));

it('has the same sections', async () => {
  const landing = await renderAddress('/', content);
  expect(headingsOf(landing.body)).toEqual(['Ada Byron', 'Experiences', 'Blogs', 'Contact']);
  const experiences = await renderAddress('/experiences', content);
  expect(headingsOf(experiences.body)).toEqual([
    ...['Experience in full', 'Experiences', 'Education', 'Programming languages', 'Languages'],
    'Achievements',
  ]);
  expect(experiences.body).not.toContain('Nothing is listed here yet');
  expect(`${landing.html}${experiences.body}`).not.toMatch(/projects/i);
});

it('has the same pages in the sitemap', () => {
  const paths = PAGES.flatMap((page) =>
    // As the server calls it: each page gets the posts of its kind.
    page.sitemap(content.posts.filter((post) => isPage(post) === 'prefix' in page)),
  ).map(({ path }) => path);
  expect(paths).toEqual(['/', '/blogs', '/experiences', '/tags', '/blogs/note-g-k3f9']);
});
