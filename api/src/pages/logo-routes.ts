import Router from '@koa/router';
import type { BlobCache } from '../content/reading/blob-cache.ts';
import { EntityNotFound } from '../content/errors.ts';
import type { ContentReader } from '../content/reading/reader.ts';
import type { ContentSnapshot } from '../content/reading/snapshot.ts';
import type { TreeEntry } from '../git-store/git-store.ts';
import { IMAGE_CSP } from '../http/requests/pictures-only.ts';

interface Options {
  readonly reader: ContentReader;
  readonly blobs: BlobCache;
}

const VERSION_LENGTH = 12;
const ONE_YEAR_SECONDS = 31_536_000;

const entryOf = ({ site, tree }: ContentSnapshot): TreeEntry | undefined =>
  site.logo === null ? undefined : tree.get(site.logo.path);

const versionOf = ({ sha }: TreeEntry): string => sha.slice(0, VERSION_LENGTH);

/** Where pages find the logo: another one has another address. Undefined when there is none. */
export const logoAddress = (snapshot: ContentSnapshot): string | undefined => {
  const entry = entryOf(snapshot);
  return entry && `/logo/${versionOf(entry)}`;
};

/** `GET /logo/{version}`: the present logo, for a page that may be older than it. */
export const logoRoutes = ({ reader, blobs }: Options): Router =>
  new Router().get('/logo/:version', async (ctx) => {
    const snapshot = await reader.current();
    const entry = entryOf(snapshot);
    if (!entry) throw new EntityNotFound('The site has no logo');
    const isPresent = ctx.params['version'] === versionOf(entry);
    ctx.set('Content-Security-Policy', IMAGE_CSP);
    ctx.set(
      'Cache-Control',
      isPresent ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache',
    );
    ctx.etag = entry.sha;
    ctx.type = snapshot.site.logo?.type ?? '';
    ctx.body = Buffer.from((await blobs.read([entry.sha])).get(entry.sha) ?? []);
  });
