import { addressOf } from '../entities/page.ts';
import { groupBy } from '../group-by.ts';
import { isImageAt, withoutSize } from './import.ts';
import type { ImportLinks } from '../api/upload-schemas.ts';
import { decodeAddress } from '../text/web-address.ts';

/** The targets of a text's links among the chosen files. */
export interface ResolvedLinks {
  /** The paths of the images it shows, by address. */
  readonly images: ReadonlyMap<string, string>;
  /** The paths of the posts it links to, by address. */
  readonly posts: ReadonlyMap<string, string>;
  /** The addresses of images that are not among the files. */
  readonly missing: readonly string[];
  /** The wiki links to posts that are not among the files. */
  readonly missingPosts: readonly string[];
}

/**
 * Jekyll's `{{ "/a.jpg" | relative_url }}`, `{{ site.baseurl }}/a.jpg` and `{% post_url a %}`, Hugo's
 * `{{< ref "a.md" >}}`, Ghost's `__GHOST_URL__/a.jpg` and the alias `~/a.jpg`.
 */
const PLACEHOLDER =
  /^(?:\{\{[<%]?\s*(?:(?:rel)?ref\s+)?(?:["']([^"']*)["'])?[^{}]*\}\}|\{%\s*(?:post_url|link)\s+([^\s%]+)\s*%\}|__GHOST_URL__|[~@](?=\/))+/;

const withoutPlaceholder = (address: string): string => address.replace(PLACEHOLDER, '$1$2');

const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i;
const OWN = /^\/(?:photos|uploads)\//;

/** The path in an address; undefined for addresses of other sites. */
const pathIn = (address: string): string | undefined => {
  const written = withoutPlaceholder(address);
  if (ELSEWHERE.test(written)) return undefined;
  return decodeAddress(written.replace(/[?#].*$/, '').replace(/\\([\\()_*[\]])/g, '$1'));
};

const join = (folder: readonly string[], segments: readonly string[]): string => {
  const path = [...folder];
  for (const segment of segments) {
    if (segment === '..') path.pop();
    else if (segment !== '.' && segment !== '') path.push(segment);
  }
  return path.join('/');
};

const keyOf = (path: string): string => path.normalize().toLowerCase();
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns a function that finds a link's file by its address in the text at `from`. */
const createFinder = (paths: readonly string[]) => {
  const byKey = new Map(paths.map((path) => [keyOf(path), path]));
  const shortestFirst = [...byKey.keys()].toSorted((a, b) => a.length - b.length);
  const byName = groupBy(shortestFirst, nameOf);
  const withTexts = new Set(shortestFirst.filter((path) => !isImageAt(path)).map(folderOf));

  /** Obsidian keeps images in a folder of their own. An image beside another text may belong to that text. */
  const onlyImage = (name: string): string | undefined => {
    const [path, ...others] = (byName.get(name) ?? []).filter(isImageAt);
    const isOnly = path !== undefined && others.length === 0 && !withTexts.has(folderOf(path));
    return isOnly ? path : undefined;
  };

  return (from: string, written: string): string | undefined => {
    const segments = keyOf(written).split('/');
    const folder = keyOf(from).split('/').slice(0, -1);
    // Hexo stores the images of `tides.md` in the folder `tides`.
    const beside = keyOf(from).replace(/\.md$/, '').split('/');
    const exact = written.startsWith('/') ? [] : [join(folder, segments), join(beside, segments)];
    // An address relative to the site's root or to the page may have its file in any folder.
    const tail = join([], segments);
    const isPlaced = written.startsWith('/') || tail.includes('/');
    const key =
      exact.find((path) => byKey.has(path)) ??
      (isPlaced
        ? byName.get(nameOf(tail))?.find((path) => `/${path}`.endsWith(`/${tail}`))
        : onlyImage(tail)) ??
      nameOf(tail);
    return byKey.get(key);
  };
};

const WIKI_LINK = /^\[\[(.+)\]\]$/;

/**
 * Resolves the links of each file among the files at `paths`. `findOld` finds a text by its address
 * on the site that it comes from. Of `covers`, the images in its front matter, the first one
 * available counts. `remote` are the URLs of images at other sites that are to be fetched, by address.
 */
export const createResolver = (
  paths: readonly string[],
  findOld: (from: string, address: string) => string | undefined = () => undefined,
  remote: ReadonlyMap<string, string> = new Map(),
) => {
  const find = createFinder(paths);
  return (
    from: string,
    addresses: readonly string[],
    covers: readonly string[] = [],
  ): ResolvedLinks => {
    const findOriginal = (written: string): string | undefined =>
      find(from, written) ?? find(from, withoutSize(written));
    const imageAt = (address: string): string | undefined => {
      if (remote.has(address)) return remote.get(address);
      const path = findOriginal(pathIn(address) ?? '');
      return path !== undefined && isImageAt(path) ? path : undefined;
    };
    const images = new Map<string, string>();
    const posts = new Map<string, string>();
    const missing: string[] = [];
    const missingPosts: string[] = [];
    for (const address of addresses) {
      const url = remote.get(address);
      if (url !== undefined) images.set(address, url);
      const [, target] = WIKI_LINK.exec(address) ?? [];
      const written = target ?? pathIn(address) ?? '';
      if (written === '' && !/^https?:/i.test(address)) continue;
      const old = target ?? withoutPlaceholder(address);
      const path = findOriginal(written) ?? (isImageAt(written) ? undefined : findOld(from, old));
      if (path !== undefined) (isImageAt(path) ? images : posts).set(address, path);
      else if (target !== undefined) missingPosts.push(address);
      else if (isImageAt(written) && !OWN.test(written)) missing.push(address);
    }
    const cover = covers.find((own) => own.startsWith('https:') || imageAt(own) !== undefined);
    const path = cover === undefined ? undefined : imageAt(cover);
    const [requested] = covers.flatMap((own) => pathIn(own) ?? []);
    if (cover !== undefined && path !== undefined) images.set(cover, path);
    else if (cover === undefined && requested !== undefined) missing.push(requested);
    return { images, posts, missing, missingPosts };
  };
};

/** Returns the new URLs of links in a file, by index; `photos` and `ids` are by path. */
export const linksTo = (
  { images, posts }: ResolvedLinks,
  file: number,
  photos: ReadonlyMap<string, number>,
  ids: ReadonlyMap<string, string>,
): ImportLinks['links'] => [
  ...[...images].flatMap(([address, path]) => {
    const photo = photos.get(path);
    return photo === undefined ? [] : [{ file, address, photo }];
  }),
  ...[...posts].flatMap(([address, path]) => {
    const id = ids.get(path);
    const [fragment = ''] = /#.*$/.exec(address) ?? [];
    return id === undefined ? [] : [{ file, address, to: addressOf(id) + fragment }];
  }),
];
