import { isPicture } from './chosen-files.ts';

/** What the links of a text mean among the files that were chosen with it. */
export interface ResolvedLinks {
  /** The paths of the pictures that it shows, by address. */
  readonly pictures: ReadonlyMap<string, string>;
  /** The paths of the posts that it leads to, by address. */
  readonly posts: ReadonlyMap<string, string>;
  /** The addresses of pictures that are not among the files. */
  readonly missing: readonly string[];
}

/** Jekyll's `{{ "/a.jpg" | relative_url }}` and `{{ site.baseurl }}/a.jpg` are `/a.jpg`. */
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
/** Photos that this site has. */
const OWN = /^\/(?:photos|uploads)\//;

/** The path in an address; undefined where it leads to another site. */
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

/** Finds the file that a link means, by its address in the text at `from`. */
const createFinder = (paths: readonly string[]) => {
  const byKey = new Map(paths.map((path) => [keyOf(path), path]));
  const shortestFirst = [...byKey.keys()].toSorted((a, b) => a.length - b.length);

  return (from: string, written: string): string | undefined => {
    const segments = keyOf(written).split('/');
    const folder = keyOf(from).split('/').slice(0, -1);
    // Hexo has the pictures of `tides.md` in `tides`.
    const beside = keyOf(from).replace(/\.md$/, '').split('/');
    const exact = written.startsWith('/') ? [] : [join(folder, segments), join(beside, segments)];
    // What is served at the root, or from the page's own address, may stand in any folder.
    const tail = join([], segments);
    const isPlaced = written.startsWith('/') || tail.includes('/');
    const key =
      exact.find((path) => byKey.has(path)) ??
      (isPlaced ? shortestFirst.find((path) => `/${path}`.endsWith(`/${tail}`)) : undefined) ??
      nameOf(tail);
    return byKey.get(key);
  };
};

/** Resolves the addresses in the text of each file among the files at `paths`. */
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
