import { isPicture } from './chosen-files.ts';

/** The targets of a text's links among the chosen files. */
export interface ResolvedLinks {
  /** The paths of the pictures it shows, by address. */
  readonly pictures: ReadonlyMap<string, string>;
  /** The paths of the posts it links to, by address. */
  readonly posts: ReadonlyMap<string, string>;
  /** The addresses of pictures that are not among the files. */
  readonly missing: readonly string[];
}

/**
 * Resolves Jekyll's Liquid tags: `{{ "/a.jpg" | relative_url }}` and `{{ site.baseurl }}/a.jpg`
 * mean `/a.jpg`.
 */
const withoutLiquid = (address: string): string =>
  address.replace(/^\{\{\s*(?:["']([^"']*)["'])?[^{}]*\}\}/, '$1');

const decode = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i;
/** Addresses of this site's photos. */
const OWN = /^\/(?:photos|uploads)\//;

/** The path in an address; undefined for addresses of other sites. */
const pathIn = (address: string): string | undefined => {
  const written = withoutLiquid(address);
  if (ELSEWHERE.test(written)) return undefined;
  return decode(written.replace(/[?#].*$/, '').replace(/\\([\\()_*[\]])/g, '$1'));
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

/** Returns a function that finds a link's file by its address in the text at `from`. */
const createFinder = (paths: readonly string[]) => {
  const byKey = new Map(paths.map((path) => [keyOf(path), path]));
  const shortestFirst = [...byKey.keys()].toSorted((a, b) => a.length - b.length);

  return (from: string, written: string): string | undefined => {
    const segments = keyOf(written).split('/');
    const folder = keyOf(from).split('/').slice(0, -1);
    // Hexo stores the pictures of `tides.md` in the folder `tides`.
    const beside = keyOf(from).replace(/\.md$/, '').split('/');
    const exact = written.startsWith('/') ? [] : [join(folder, segments), join(beside, segments)];
    // An address relative to the site's root or to the page may have its file in any folder.
    const tail = join([], segments);
    const isPlaced = written.startsWith('/') || tail.includes('/');
    const key =
      exact.find((path) => byKey.has(path)) ??
      (isPlaced ? shortestFirst.find((path) => `/${path}`.endsWith(`/${tail}`)) : undefined) ??
      nameOf(tail);
    return byKey.get(key);
  };
};

/** Returns a function that resolves the links in a file's text among the files at `paths`. */
export const createResolver = (paths: readonly string[]) => {
  const find = createFinder(paths);
  return (from: string, addresses: readonly string[]): ResolvedLinks => {
    const pictures = new Map<string, string>();
    const posts = new Map<string, string>();
    const missing: string[] = [];
    for (const address of addresses) {
      const written = pathIn(address);
      if (written === undefined) continue;
      const path = find(from, written);
      if (path !== undefined) (isPicture(path) ? pictures : posts).set(address, path);
      else if (isPicture(written) && !OWN.test(written)) missing.push(address);
    }
    return { pictures, posts, missing };
  };
};
