import { addressOf, idAt, type SiteRenderer } from 'content-schema';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebApp } from '../src/core/http/pages/web-app.ts';
import { testFolder } from './test-folder.ts';

const DOCUMENT = '<!doctype html><script>page()</script>';

const cardOf = (title: string, content = '') => {
  const photo = /\/photos\/(\w+)/.exec(content)?.[1];
  return { title, note: '', name: 'Ada', date: '', photo };
};

/** Renders a page as a list of its input: its post, or else all titles. */
const render: SiteRenderer['render'] = async (address, content, surroundings) => {
  const { origin, year, notice = '' } = surroundings;
  const asked = idAt(address);
  const all = address.startsWith('/blogs/') ? content.posts : content.pages;
  const heading = all.find(({ id }) => id === asked);
  if (asked !== undefined && !heading) {
    const status = surroundings.isDeleted ? 410 : 404;
    return { status, html: `<h1>No ${asked}</h1>`, document: DOCUMENT };
  }
  const post = heading && (await content.post(heading.id));
  const summaries = post ? [] : await content.summarize(content.posts.slice(0, 2));
  const logo = content.site.logo?.data ?? 'no logo';
  const { profile, pages } = content;
  const card = content.cardAddress(address, cardOf(post?.title ?? address, post?.content));
  const facts = [
    ...[notice, card, address, origin, year, profile.name, profile.email, logo],
    ...[...pages.map(({ title }) => `Page ${title}`), post?.contentHtml ?? ''],
    ...summaries.map(({ title, excerpt }) => title + excerpt),
  ];
  return { status: 200, html: `<!doctype html>${facts.join('\n')}`, document: DOCUMENT };
};

const PAGE_OF_POSTS = /^\/(?:blogs(?:\/tags\/[^/?]+|\/[^/?]+)?|projects\/[^/?]+)\/?(?:\?|$)/;

/** A minimal replacement of the built renderer. */
const smallRenderer: SiteRenderer = {
  document: ({ hue } = {}) => `<!doctype html><title>Application</title>${hue ?? ''}`,
  message: (text) => `<!doctype html><h1>${text}</h1>`,
  find: (address) => {
    if (address === '/' || PAGE_OF_POSTS.test(address) || idAt(address))
      return { kind: 'page', address };
    return /^\/(login|admin)/.test(address) ? { kind: 'application' } : undefined;
  },
  render,
  card: async (address, { posts, pages, post }) => {
    const asked = idAt(address);
    const heading = [...posts, ...pages].find(({ id }) => id === asked);
    if (asked !== undefined && !heading) return undefined;
    return cardOf(heading?.title ?? address, heading && (await post(heading.id)).content);
  },
  sitemap: (posts) => [
    { path: '/' },
    ...posts.map(({ id, createdAt }) => ({ path: addressOf(id), changed: createdAt })),
  ],
};

/** Creates a web app that needs no build; it is removed with the test. */
export const testWebApp = async (changes: Partial<SiteRenderer> = {}): Promise<WebApp> => {
  const files = await testFolder();
  await mkdir(join(files, 'assets'));
  await writeFile(join(files, 'index.html'), smallRenderer.document());
  await writeFile(join(files, 'assets', 'app-abc123.js'), 'export {};');
  await writeFile(join(files, 'about.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return { files, renderer: () => Promise.resolve({ ...smallRenderer, ...changes }) };
};
