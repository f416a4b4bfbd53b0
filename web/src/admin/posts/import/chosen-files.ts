import { IMPORT_MAX_BYTES, PICTURE_EXTENSION, importMessages } from 'content-schema';

/** A file to import as a post. */
export interface ChosenPost {
  /** The path in its folder or archive, to which its links are relative. */
  readonly path: string;
  /** Named after the post, unless its front matter has another name. */
  readonly file: File;
  /** The reason why it isn't sent. */
  readonly refusal?: string;
}

export interface ChosenFiles {
  readonly posts: readonly ChosenPost[];
  /** The pictures in the same folder or archive, by path. */
  readonly pictures: ReadonlyMap<string, File>;
}

interface FoundFile {
  readonly path: string;
  readonly file: File;
  /**
   * Whether it came with a folder or an archive, in which not every file is meant to be imported.
   */
  readonly isBeside: boolean;
}

const MARKDOWN = /\.(?:md|markdown|mdx)$/i;
const PICTURE = new RegExp(`${PICTURE_EXTENSION}$`, 'i');
const ARCHIVE = /\.zip$/i;
const IGNORED = /(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/;

export const isPicture = (path: string): boolean => PICTURE.test(path);

const isWanted = (path: string): boolean =>
  (MARKDOWN.test(path) || isPicture(path)) && !IGNORED.test(path);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Names a post. Hugo keeps the post `tides` in `tides/index.md` or `tides/index.en.md`; Jekyll also reads
 * `.markdown` files.
 */
const postName = (path: string): string => {
  const name = path.replace(/\.markdown$/i, '.md');
  const [, folder, language = ''] = /([^/]+)\/_?index(\.[\w-]+)?\.md$/i.exec(name) ?? [];
  return folder === undefined ? nameOf(name) : `${folder}${language}.md`;
};

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** Orders the files of a folder, which a browser lists as the disk does; others keep their order. */
const byPath = (one: File, other: File): number =>
  compare(one.webkitRelativePath, other.webkitRelativePath);

const unpack = async (archive: File): Promise<FoundFile[]> => {
  const { unzip } = await import('./unzip.ts');
  const files = await unzip(archive, isWanted);
  return [...files].map(([path, content]) => {
    return { path, file: new File([content], nameOf(path)), isBeside: true };
  });
};

const postOf = ({ path, file }: FoundFile): ChosenPost => {
  const name = postName(path);
  if (file.size > IMPORT_MAX_BYTES) return { path, file, refusal: importMessages.size };
  return { path, file: name === file.name ? file : new File([file], name, { type: file.type }) };
};

/** Reads the chosen files, folders and archives. Unreadable archives are refused. */
export const readChosen = async (files: readonly File[]): Promise<ChosenFiles> => {
  const posts: ChosenPost[] = [];
  const pictures = new Map<string, File>();
  const add = (found: FoundFile) => {
    const { path, file, isBeside } = found;
    if (isBeside && !isWanted(path)) return;
    if (isPicture(path)) pictures.set(path, file);
    else posts.push(postOf(found));
  };
  for (const file of files.toSorted(byPath)) {
    const { webkitRelativePath, name } = file;
    if (!ARCHIVE.test(name)) {
      add({ path: webkitRelativePath || name, file, isBeside: webkitRelativePath !== '' });
      continue;
    }
    try {
      for (const found of await unpack(file)) add(found);
    } catch (error) {
      const refusal = error instanceof Error ? error.message : importMessages.zip;
      posts.push({ path: name, file, refusal });
    }
  }
  return { posts, pictures };
};
