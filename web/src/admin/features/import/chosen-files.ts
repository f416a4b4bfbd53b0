import {
  IMPORT_MAX_BYTES,
  MARKDOWN_FILE,
  importMessages,
  isImageAt,
  isUnlikelyPage,
  pagesAmong,
  postFileNames,
} from 'content-schema';

export interface ChosenPost {
  /** The path in its folder or archive, to which its links are relative. */
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
const IGNORED = /(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/;

const isImportable = (path: string): boolean =>
  ([MARKDOWN_FILE, OTHER_TEXT, OF_EXPORT].some((pattern) => pattern.test(path)) ||
    isImageAt(path)) &&
  !IGNORED.test(path);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** Orders the files of a folder, which a browser lists as the disk does; others keep their order. */
const byPath = (one: File, other: File): number =>
  compare(one.webkitRelativePath, other.webkitRelativePath);

const unpack = async (archive: File): Promise<FileAtPath[]> => {
  const { unzip } = await import('./unzip.ts');
  const files = await unzip(archive, isImportable);
  return [...files].map(([path, content]) => {
    return { path, file: new File([content], nameOf(path)), isBeside: true };
  });
};

const postOf = ({ path, file }: FileAtPath, name: string): ChosenPost => {
  if (file.size > IMPORT_MAX_BYTES) return { path, file, rejection: importMessages.size };
  return { path, file: name === file.name ? file : new File([file], name, { type: file.type }) };
};

/** Reads the chosen files, folders and archives. Unreadable archives are refused. */
export const readChosen = async (files: readonly File[]): Promise<ChosenFiles> => {
  const texts: FileAtPath[] = [];
  const ofExports: FileAtPath[] = [];
  const unreadable: ChosenPost[] = [];
  const images = new Map<string, File>();
  const skipped: string[] = [];
  const add = (added: FileAtPath) => {
    const { path, file, isBeside } = added;
    if (isBeside && !isImportable(path)) return;
    if (isImageAt(path)) images.set(path, file);
    else if (OF_EXPORT.test(path)) ofExports.push(added);
    else if (isBeside && OTHER_TEXT.test(path)) skipped.push(path);
    else texts.push(added);
  };
  for (const file of files.toSorted(byPath)) {
    const { webkitRelativePath, name } = file;
    if (!ARCHIVE.test(name)) {
      add({ path: webkitRelativePath || name, file, isBeside: webkitRelativePath !== '' });
      continue;
    }
    try {
      for (const unpacked of await unpack(file)) add(unpacked);
    } catch (error) {
      const rejection = error instanceof Error ? error.message : importMessages.zip;
      unreadable.push({ path: name, file, rejection });
    }
  }
  const { others, ...exported } =
    ofExports.length === 0
      ? { others: [], posts: [] }
      : await (await import('./exports/find-export.ts')).findExports(ofExports, [...images.keys()]);
  texts.push(...others.filter(({ isBeside }) => !isBeside));
  const pages = pagesAmong(texts.flatMap(({ path, isBeside }) => (isBeside ? path : [])));
  const paths = texts.map(({ path }) => path);
  const names = postFileNames(paths, pages);
  const posts = texts.map((text, index) => ({
    ...postOf(text, names[index] ?? text.file.name),
    ...(pages.has(text.path) && isUnlikelyPage(text.path) && { isOptional: true }),
  }));
  const { posts: converted, ...rest } = exported;
  return { posts: [...converted, ...posts, ...unreadable], images, skipped, ...rest };
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
