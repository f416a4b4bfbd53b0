/** What visitors can read as Markdown: the text of a post, and https://llmstxt.org */
import type { PostHeading, PostSource, SitemapEntry, SiteShell } from 'content-schema';
import { renderedBody } from 'content-schema/rendered-body';
import { addressOf } from '../../core/reading/addresses.ts';

const escaped = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<$]/g, '\\$&');

/** Returns a post with its title as heading, and without front matter. */
export const postMarkdown = ({ title, content }: PostSource): string =>
  `# ${escaped(title)}\n\n${renderedBody(content).trim()}\n`;

const nameOf = (path: string): string =>
  path === '/' ? 'Home' : path.charAt(1).toUpperCase() + path.slice(2);

/** Returns the list of everything that is public. */
export const llmsTxt = (
  origin: string,
  { site, profile }: SiteShell,
  posts: readonly PostHeading[],
  pages: readonly SitemapEntry[],
): string => {
  const link = (name: string, path: string) => `- [${escaped(name)}](${origin}${path})`;
  const texts = posts.map(({ id, title }) => link(title, `${addressOf(id)}.md`));
  const others = pages.filter(({ path }) => !path.startsWith('/blogs/'));
  return [
    `# ${escaped(site.title || profile.name || 'Portfolio')}`,
    ...(site.description === '' ? [] : [`> ${escaped(site.description)}`]),
    ...(texts.length === 0 ? [] : ['## Blogs', texts.join('\n')]),
    '## Pages',
    `${others.map(({ path }) => link(nameOf(path), path)).join('\n')}\n`,
  ].join('\n\n');
};
