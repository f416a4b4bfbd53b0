/**
 * The public site as files, from the product's own responses: their addresses are those in the
 * sitemap, and all to which they lead. Nothing is rendered a second time.
 */
import { addressOf } from 'content-schema';
import { SEARCH_INDEX_PATH } from 'content-schema/search-index';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RepositoryFile } from '../../core/git-store/git-store.ts';
import { mapConcurrently } from '../../core/git-store/map-concurrently.ts';
import { slicesOf } from '../../core/git-store/slices.ts';
import type { RouteDeps } from '../../core/http/deps.ts';
import { mapAddresses } from '../../core/http/pages/rebase-html.ts';
import { publicPostAt } from '../../core/reading/addresses.ts';
import { publicPosts } from '../../core/reading/publication.ts';
import { escapeXml } from '../../core/xml-text.ts';
import { addressIn, encodePath, fileAt, relativePath } from './addresses.ts';

export interface Source extends Pick<
  RouteDeps,
  'reader' | 'renamedPosts' | 'web' | 'photos' | 'photoFacts'
> {
  /** Answers the requests of the public site. */
  readonly handle: RequestListener;
  /** Of the copy, with the path below which it lies. */
  readonly origin: string;
}

/** Fewer than may wait for a picture or a share card. */
const AT_ONCE = 8;
const SLICE = 64;

/** What no page links to. */
const UNLINKED = [
  ...['/', '/sitemap.xml', '/robots.txt', '/llms.txt', '/feed.xml', '/feed.json', '/resume.json'],
  ...['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/site.webmanifest'],
];
/** What is a file of the same name, and leads nowhere. */
const FILE = /^\/(?:assets|og|icons|photos\/[^/]+)\/.*\.(?!css$)\w+$/;
/** Built from `search.ts` of this feature in the web app. */
const SEARCH_SCRIPT = '/search.js';

const HTML = 'text/html';
const ELEMENTS = 'a|img|source|video|form|link|data';
const STYLE = /<style\b[^>]*>[^]*?<\/style>/g;
const CSS_ADDRESS = /(url\(\s*["']?)([^"')]+)/g;
/** The app, whose modules browsers don't load from a disk, and what only it enables. */
const APP = /<script(?:>[^<]*\bimport\([^]*?| id="initial-state"[^]*?)<\/script>/g;
const LATE_LINK = /<link\b[^>]*(?: disabled| rel="preload")[^>]*>\s*/g;

const withoutApp = (html: string): string => html.replace(APP, '').replace(LATE_LINK, '');

const mapCss = (css: string, map: (address: string) => string): string =>
  css.replace(CSS_ADDRESS, (_, start: string, address: string) => start + map(address));

/** Replaces the addresses in a page or a style sheet; other texts have none that are relative. */
const mapText = (text: string, type: string, map: (address: string) => string): string => {
  if (type.startsWith('text/css')) return mapCss(text, map);
  if (type.includes('manifest')) return text.replace(/(?<=")\/[^"]*/g, map);
  if (!type.startsWith('text/html')) return text;
  const page = mapAddresses(withoutApp(text), map, ELEMENTS);
  return page.replace(STYLE, (style) => mapCss(style, map));
};

/** The page at an address that leads to another one, for servers that don't read `_redirects`. */
const redirectPage = (path: string, address: string): string =>
  `<!doctype html>
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="${escapeXml(address)}">
<meta http-equiv="refresh" content="0; url=${escapeXml(path)}">
<a href="${escapeXml(path)}">Moved</a>
`;

/** Does what the server does for the forms of lists: opens a page by its number, and searches. */
const formScript = (search: string): string =>
  `<script>addEventListener('submit',(e)=>{let n=+new FormData(e.target).get('page');if(n>0){e.preventDefault();location=new URL(n>1?\`page/\${n}/index.html\`:'',e.target.action).href}});if(/[?&]q=/.test(location.search)){let s=document.createElement('script');s.src='${search}';document.head.append(s)}</script></body>`;

type Answer = Readonly<Record<'type' | 'location', string>> & { status: number; body: Buffer };
type Get = (address: string) => Promise<Answer>;

const ask = async (url: URL): Promise<Answer> => {
  const response = await fetch(url, { redirect: 'manual' });
  const { status, headers } = response;
  const [type, location] = [headers.get('content-type') ?? '', headers.get('location') ?? ''];
  const body = Buffer.from(await response.arrayBuffer());
  if (status === 429 || status >= 500) throw new Error(`${url.pathname} answers ${status}`);
  // A photo is where a signed link leads to.
  if (location.startsWith('/media/')) return ask(new URL(location, url));
  return { status, type, location, body };
};

/** Returns where the other addresses of posts and pages lead, those that the history tells, too. */
const redirectsOf = async ({ reader, renamedPosts }: Source) => {
  const snapshot = await reader.current();
  await renamedPosts.readHistory();
  const renamed = renamedPosts.oldAddresses(snapshot);
  const redirects = publicPosts(snapshot).flatMap((post) => {
    const own = (post.aliases ?? []).filter((alias) => publicPostAt(snapshot, alias) === post);
    return [...own, ...(renamed.get(post.id) ?? [])].map(
      (from) => [new URL(from, 'http://any.invalid').pathname, addressOf(post.id)] as const,
    );
  });
  return new Map(redirects.sort());
};

/** Measures photos of unknown size, since pages name the sizes of the others more exactly. */
const measurePhotos = async ({ reader, photos, photoFacts }: Source): Promise<void> => {
  const unknown = (await reader.current()).photos.filter(
    ({ blob, details }) => details.width === undefined && photoFacts.of(blob) === undefined,
  );
  await mapConcurrently(unknown, AT_ONCE, async ({ blob }) => {
    const bytes = (await photos.read([blob], 'visitor')).get(blob);
    if (bytes instanceof Uint8Array) await photoFacts.measure(blob, bytes);
  });
};

/** Asks for all that begins or is linked; returns the path of the file for each address. */
const listFiles = async (get: Get, origin: string, firstPage: string) => {
  const files = new Map<string, string>();
  const seen = new Set(UNLINKED);
  const escaped = origin.replace(/[.*+?^$()[\]{}|]/g, '\\$&');
  const ownAddress = new RegExp(`${escaped}/[^\\s"<>\\\\]*`, 'g');

  /** Returns the addresses in a text that have not been seen before. */
  const newIn = (text: string, type: string, from: string): string[] => {
    const links: string[] = text.match(ownAddress) ?? [];
    mapText(text, type, (link) => {
      links.push(link);
      return link;
    });
    return links
      .flatMap((link) => addressIn(link.replace(/\)$/, ''), from, origin)?.address ?? [])
      .flatMap((address) => [address, address.replace(/\/feed\.xml$/, '/feed.json')])
      .filter((address) => !seen.has(address) && seen.add(address));
  };

  const visit = async (address: string): Promise<string[]> => {
    if (FILE.test(address)) {
      files.set(address, fileAt(address, ''));
      return [];
    }
    const { status, type, location, body } = await get(address);
    if (status === 200) files.set(address, fileAt(address, type));
    const isText = /^text\/|xml|json/.test(type);
    return location === '' && isText ? newIn(body.toString(), type, address) : [];
  };

  for (let next = [...seen, ...newIn(firstPage, HTML, '/')]; next.length > 0;)
    next = (await mapConcurrently(next, AT_ONCE, visit)).flat();
  return files;
};

async function* filesFrom(get: Get, source: Source): AsyncGenerator<RepositoryFile> {
  const { origin, web } = source;
  const base = new URL(origin).pathname.replace(/\/$/, '');
  await measurePhotos(source);
  const redirects = await redirectsOf(source);
  const notFound = (await web.renderer()).message('This page does not exist');
  const files = await listFiles(get, origin, notFound);
  if (!files.has('/')) throw new Error('Visitors do not see the landing page');
  const [index, script] = await Promise.all([get(SEARCH_INDEX_PATH), get(SEARCH_SCRIPT)]);
  const hasSearch = index.status === 200 && script.status === 200;

  /** Returns what links to a page or file become. Those with a scheme lead to the site's own address. */
  const linksFrom = (from: string, toPath: (file: string) => string) => (link: string) => {
    const own = /^[a-z][\w+.-]*:/i.test(link) ? undefined : addressIn(link, from, origin);
    if (!own) return link;
    return escapeXml(toPath(files.get(own.address) ?? fileAt(own.address)) + own.hash);
  };

  const all = new Map<string, () => Promise<Buffer | undefined>>();
  const add = (path: string, text: string) =>
    all.set(path, () => Promise.resolve(Buffer.from(text)));
  for (const [from, to] of redirects) {
    const path = fileAt(from, /\.html?$/i.test(from) ? '' : HTML);
    add(path, redirectPage(relativePath(path, fileAt(to)), origin + to));
  }
  for (const [address, path] of files) {
    all.set(path, async () => {
      const { status, type, body } = await get(address);
      if (status !== 200) return undefined;
      if (!/^text\/(?:html|css)|manifest/.test(type)) return body;
      const toFile = linksFrom(address, (to) => relativePath(path, to));
      const text = mapText(body.toString(), type, toFile);
      const script = text.includes('<form')
        ? formScript(relativePath(path, 'search.js'))
        : '</body>';
      return Buffer.from(text.replace('</body>', () => script));
    });
  }
  const toAbsolute = linksFrom('/', (path) => `${base}/${encodePath(path)}`);
  add('404.html', mapText(notFound, HTML, toAbsolute));
  add(
    '_redirects',
    [...redirects].map(([from, to]) => `${base}${from} ${base}${to}/ 301\n`).join(''),
  );
  add('.nojekyll', '');
  if (hasSearch)
    add('search.js', `const searchIndex=${index.body.toString()};\n${script.body.toString()}`);

  for (const slice of slicesOf([...all.keys()].sort(), SLICE)) {
    const made = await mapConcurrently(slice, AT_ONCE, async (path) => ({
      path,
      bytes: await all.get(path)?.(),
    }));
    for (const { path, bytes } of made) if (bytes) yield { path, parts: () => [bytes] };
  }
}

/** Yields the files in the order of their paths. Throws if a part of the site can't be shown now. */
export async function* staticCopy(source: Source): AsyncGenerator<RepositoryFile> {
  // A connection that waits for a picture stays open.
  const server = createServer({ keepAliveTimeout: 0 }, source.handle).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    yield* filesFrom((address) => ask(new URL(address, `http://127.0.0.1:${port}`)), source);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
