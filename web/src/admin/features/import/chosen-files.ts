import {
  groupBy,
  IMPORT_MAX_BYTES,
  MARKDOWN_FILE,
  importMessages,
  isAddressList,
  isImageAt,
  isUnlikelyPage,
  pagesAmong,
  pageAt,
  postFileNames,
  splitLanguage,
  withoutUndefined,
  PAGE_PREFIX,
  type ImportDetails,
  type Layout,
} from 'content-schema';

/** A translation has its language; it and the original have the same key. */
export interface ChosenPost extends ImportDetails {
  /** The path below its folder or archive, to which its links are relative. */
  readonly path: string;
  /** Named after the post, unless its front matter has another name. */
  readonly file: File;
  readonly rejection?: string;
  /** Whether it is left out until it is included, such as a README. */
  readonly isOptional?: boolean;
  /** What could not be kept of a post from an export. */
  readonly notes?: readonly string[];
}

export interface ChosenFiles {
  readonly posts: readonly ChosenPost[];
  /** The images in the same folder or archive, by path. */
  readonly images: ReadonlyMap<string, File>;
  /** That of another site generator, whose files these are. */
  readonly layout?: Layout | undefined;
  /** Whether its configuration is among them, too. */
  readonly isConfigured?: boolean;
  /** The texts of sitemaps, feeds and lists with addresses of the old site. */
  readonly addressLists?: readonly string[];
  /** The paths of texts in the same folder or archive that are not Markdown. */
  readonly skipped: readonly string[];
  /** What was left out of exports as a whole, such as `12 comments`. */
  readonly leftOut?: readonly string[];
  /** The hosts on which an export's own pictures are, if it shows any by their addresses. */
  readonly hosts?: readonly string[];
}

interface FileAtPath {
  readonly path: string;
  readonly file: File;
  /** Whether a folder or an archive has it, in which not every file is meant to be imported. */
  readonly isBeside: boolean;
}

const OTHER_TEXT = /\.(?:rmd|rmarkdown|qmd|dj|rst|org|adoc|asciidoc|textile|ipynb)$/i;
/** Files that may be of an export of another program, near the root of a folder or an archive. */
const OF_EXPORT =
  /^(?:[^/]+\/){0,3}(?:[^/]+\.(?:json|xml|csv)|posts\/[^/]+\.html?|redirects\.yaml)$|^[^/]+\.html?$/i;
const ARCHIVE = /\.zip$/i;
/** A sitemap or feed in a folder or archive, and files that may be one if they are chosen. */
const SITEMAP = /(?:^|\/)(?:sitemap[\w-]*|feed|atom|rss)\.xml$/i;
const MAY_BE_LIST = /\.(?:xml|txt|csv)$/i;
const IGNORED = /(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/;
/** What new posts and pages are made of. */
const TEMPLATES = /(?:^|\/)(?:archetypes|scaffolds|_templates|_layouts|_includes)\//;

const isText = (path: string): boolean =>
  (MARKDOWN_FILE.test(path) || OTHER_TEXT.test(path)) && !TEMPLATES.test(path);

const isImportable = (path: string): boolean =>
  (isText(path) || isImageAt(path)) && !IGNORED.test(path);

const isList = (path: string): boolean => /(?:^|\/)_index\.[^/]+$/.test(path);

const isOfExport = ({ path }: Pick<FileAtPath, 'path'>): boolean =>
  OF_EXPORT.test(path) && !IGNORED.test(path);

/** Returns the folder that was chosen or archived, whose name is no part of an address. */
const rootOf = (paths: readonly string[]): string => {
  const own = paths.filter((path) => !IGNORED.test(path));
  const [root = ''] = /^(?!_posts\/)[^/]+\//.exec(own[0] ?? '') ?? [];
  return own.every((path) => path.startsWith(root)) ? root : '';
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** Orders the files of a folder, which a browser lists as the disk does; others keep their order. */
const inOrder = (one: File, other: File): number =>
  compare(one.webkitRelativePath, other.webkitRelativePath);

/** Unpacks what may be of use, and adds the paths of all entries to `paths`. */
const unpack = async (archive: File, paths: string[]): Promise<FileAtPath[]> => {
  const { unzip } = await import('./unzip.ts');
  const { isConfig } = await import('content-schema/layout');
  const files = await unzip(archive, (path) => {
    paths.push(path);
    const isOfSite = isConfig(path) || isConfig(path.replace(/^[^/]*\//, ''));
    return isOfSite || isImportable(path) || isOfExport({ path }) || SITEMAP.test(path);
  });
  return [...files].map(([path, content]) => {
    return { path, file: new File([content], nameOf(path)), isBeside: true };
  });
};

const postOf = ({ path, file }: FileAtPath, name: string): ChosenPost => {
  if (file.size > IMPORT_MAX_BYTES) return { path, file, rejection: importMessages.size };
  return { path, file: name === file.name ? file : new File([file], name, { type: file.type }) };
};

/** Returns the paths by which texts are named, without the language of the site, and their language. */
const namedTexts = (texts: readonly FileAtPath[], languages: readonly string[]) => {
  const paths = new Set(texts.map(({ path }) => path));
  const split = texts.map(({ path }) => {
    const { language: lang, rest } = splitLanguage(path, languages);
    const isOriginal = lang === undefined || (lang === languages[0] && !paths.has(rest));
    const named = isOriginal ? rest : rest.replace(/(?=\.\w+$)/, `.${lang}`);
    return { path: named, rest, lang: isOriginal ? undefined : lang };
  });
  const byRest = groupBy(split, ({ rest }) => rest);
  return split.map(({ path, rest, lang }) => {
    const translationKey = byRest.get(rest)?.length === 1 ? undefined : pageAt(rest);
    return { path, details: withoutUndefined({ lang, translationKey }) };
  });
};

/** Finds the layout of another site generator among `paths`; `files` has those that may say it. */
const layoutAmong = async (paths: readonly string[], files: readonly FileAtPath[]) => {
  const { configsOf, findLayout, languagesAmong } = await import('content-schema/layout');
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  const all = new Map(paths.map((path) => [path, byPath.get(path)]));
  const configs = new Map<string, string | undefined>();
  for (const path of configsOf(all) ?? []) configs.set(path, await all.get(path)?.text());
  const layout = findLayout(all, (path) => configs.get(path) ?? '');
  const named = languagesAmong(paths.filter(isText), '');
  return {
    layout,
    isConfigured: configs.size > 0 && layout?.generator !== 'Markdown',
    languages: layout?.languages ?? (named.length > 0 ? ['en', ...named] : []),
  };
};

/** Reads the exports of other programs, and lists of addresses, which are no texts. */
const readOthers = async (files: readonly FileAtPath[]) => {
  const ofExports = files.filter(isOfExport);
  const images = files.map(({ path }) => path).filter(isImageAt);
  const { others, ...exported } =
    ofExports.length === 0
      ? { others: [], posts: [] }
      : await (await import('./exports/find-export.ts')).findExports(ofExports, images);
  const texts = files.filter((file) => !isOfExport(file));
  const addressLists: string[] = [];
  for (const file of [...texts.splice(0), ...others]) {
    const mayBeList = (file.isBeside ? SITEMAP : MAY_BE_LIST).test(file.path);
    const text = mayBeList ? await file.file.text() : '';
    if (isAddressList(text)) addressLists.push(text);
    else if (!file.isBeside || isImportable(file.path)) texts.push(file);
  }
  return { ...exported, texts, addressLists };
};

/** Reads the chosen files, folders and archives. Unreadable archives are refused. */
export const readChosen = async (files: readonly File[]): Promise<ChosenFiles> => {
  const unreadable: ChosenPost[] = [];
  const allPaths: string[] = [];
  const read: FileAtPath[] = [];
  for (const file of files.toSorted(inOrder)) {
    const { webkitRelativePath, name } = file;
    if (!ARCHIVE.test(name)) {
      if (webkitRelativePath) allPaths.push(webkitRelativePath);
      read.push({ path: webkitRelativePath || name, file, isBeside: Boolean(webkitRelativePath) });
      continue;
    }
    try {
      read.push(...(await unpack(file, allPaths)));
    } catch (error) {
      const rejection = error instanceof Error ? error.message : importMessages.zip;
      unreadable.push({ path: name, file, rejection });
    }
  }
  const { length } = rootOf(allPaths);
  const all = read.map((file) =>
    file.isBeside ? { ...file, path: file.path.slice(length) } : file,
  );
  const { posts: converted, texts: chosen, ...others } = await readOthers(all);
  const isSkipped = ({ path, isBeside }: FileAtPath) => isBeside && OTHER_TEXT.test(path);
  const texts = chosen.filter((file) => !isImageAt(file.path) && !isSkipped(file));
  const paths = allPaths.map((path) => path.slice(length));
  const { layout, isConfigured, languages } = await layoutAmong(paths, all);
  const named = namedTexts(texts, languages);
  const pages = pagesAmong(
    named.flatMap(({ path }, index) => (texts[index]?.isBeside ? path : [])),
    // Of an unknown generator, only the names of folders tell.
    layout?.generator === 'Markdown' ? [] : layout?.posts,
  );
  const names = postFileNames(
    named.map(({ path }) => path),
    pages,
  );
  const posts = texts.map((text, index) => {
    const { path = '', details } = named[index] ?? {};
    return {
      ...{ ...postOf(text, names[index] ?? text.file.name), ...details },
      ...(text.isBeside &&
        (pages.has(path) ? isUnlikelyPage : isList)(path) && { isOptional: true }),
    };
  });
  const ofExports = converted.map((post) => {
    const kind = post.file.name.startsWith(PAGE_PREFIX) ? ('page' as const) : ('post' as const);
    return { ...post, kind };
  });
  return {
    ...{ ...others, posts: [...ofExports, ...posts, ...unreadable] },
    images: new Map(chosen.flatMap(({ path, file }) => (isImageAt(path) ? [[path, file]] : []))),
    skipped: chosen.filter(isSkipped).map(({ path }) => path),
    ...(layout && { layout, isConfigured }),
  };
};

const FOLDERS_SHOWN = 3;

const skippedFiles = (skipped: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const path of skipped) {
    const extension = path.slice(path.lastIndexOf('.'));
    const kind = `${extension} in ${path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '/'}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`);
  const others = kinds.length - FOLDERS_SHOWN;
  const shown = kinds.slice(0, FOLDERS_SHOWN).join(', ');
  if (shown === '') return '';
  return `Not Markdown, and left out: ${shown}${others > 0 ? ` and ${others} more folders` : ''}`;
};

/** Says what was left out, by folder, e.g. `12 .Rmd in blog/2015`; empty if nothing was. */
export const skippedText = ({ skipped, leftOut = [] }: Omit<ChosenFiles, 'posts' | 'images'>) =>
  [leftOut.length > 0 && `Left out: ${leftOut.join(', ')}`, skippedFiles(skipped)]
    .filter(Boolean)
    .join('. ');
