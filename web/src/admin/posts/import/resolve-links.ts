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
 * Removes placeholders: Jekyll's `{{ "/a.jpg" | relative_url }}` and `{{ site.baseurl }}/a.jpg`, Ghost's
 * `__GHOST_URL__/a.jpg` and the alias `~/a.jpg` all become `/a.jpg`.
 */
const withoutPlaceholder = (address: string): string =>
  address.replace(/^(?:\{\{\s*(?:["']([^"']*)["'])?[^{}]*\}\}|__GHOST_URL__|[~@](?=\/))+/, '$1');

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
  const written = withoutPlaceholder(address);
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
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns a function that finds a link's file by its address in the text at `from`. */
const createFinder = (paths: readonly string[]) => {
  const byKey = new Map(paths.map((path) => [keyOf(path), path]));
  const shortestFirst = [...byKey.keys()].toSorted((a, b) => a.length - b.length);
  const byName = new Map<string, string[]>();
  for (const path of shortestFirst) {
    const namesakes = byName.get(nameOf(path));
    if (namesakes) namesakes.push(path);
    else byName.set(nameOf(path), [path]);
  }
  const withTexts = new Set(shortestFirst.filter((path) => !isPicture(path)).map(folderOf));

  /** Obsidian keeps images in a folder of their own. An image beside another text may belong to that text. */
  const onlyPicture = (name: string): string | undefined => {
    const [path, ...others] = (byName.get(name) ?? []).filter(isPicture);
    const isOnly = path !== undefined && others.length === 0 && !withTexts.has(folderOf(path));
    return isOnly ? path : undefined;
  };

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
      (isPlaced
        ? byName.get(nameOf(tail))?.find((path) => `/${path}`.endsWith(`/${tail}`))
        : onlyPicture(tail)) ??
      nameOf(tail);
    return byKey.get(key);
  };
};

/**
 * Resolves the links of each file among the files at `paths`. Of `covers`, the images in its front matter,
 * the first one available counts.
 */
export const createResolver = (paths: readonly string[]) => {
  const find = createFinder(paths);
  return (
    from: string,
    addresses: readonly string[],
    covers: readonly string[] = [],
  ): ResolvedLinks => {
    const pictureAt = (address: string): string | undefined => {
      const path = find(from, pathIn(address) ?? '');
      return path !== undefined && isPicture(path) ? path : undefined;
    };
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
    const cover = covers.find((it) => it.startsWith('https:') || pictureAt(it) !== undefined);
    const path = cover === undefined ? undefined : pictureAt(cover);
    const [wanted] = covers.flatMap((it) => pathIn(it) ?? []);
    if (cover !== undefined && path !== undefined) pictures.set(cover, path);
    else if (cover === undefined && wanted !== undefined) missing.push(wanted);
    return { pictures, posts, missing };
  };
};
