import {
  pick,
  POST_FIELD_NAMES,
  postIdOf,
  comparePosts,
  type FileProblem,
  type Origin,
} from 'content-schema';
import {
  parsePostFile,
  UneditableFrontMatter,
  writePostFile,
  type PostFields,
} from 'content-schema/front-matter';
import {
  foreignImagesOf,
  imagesAmong,
  linkNamesOf,
  linksIn,
  ownPathsOf,
  undescribedImages,
} from 'content-schema/images-in-text';
import { filesAt } from '../git-store/changes.ts';
import { UnreadableObject } from '../git-store/errors.ts';
import type { BlobSha, TreeEntry, Tree } from '../git-store/git-store.ts';
import { mapYielding } from '../git-store/map-yielding.ts';
import type { BlobCache } from './blob-cache.ts';
import { UnreadableFile } from './errors.ts';
import { photoNamesIn } from './photo-uses.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';
import { decodeText, readText } from './text-file.ts';

export interface PostFile {
  readonly path: string;
  readonly id: string;
  readonly blob: BlobSha;
  /** See `TreeEntry`. */
  readonly origin?: Origin | undefined;
}

/** By path, so that posts of one date have the same order after a restart. */
const comparePaths = (a: PostFile, b: PostFile): number => (a.path < b.path ? -1 : 1);

export const postFilesOf = (tree: Iterable<readonly [string, TreeEntry]>): PostFile[] =>
  Array.from(tree)
    .flatMap(([path, { sha, origin }]) => {
      const id = postIdOf(path);
      return id === undefined ? [] : [{ path, id, blob: sha, ...(origin && { origin }) }];
    })
    .sort(comparePaths);

/** Returns the ids of all posts, including those whose file can't be read or is a link. */
export const takenIds = ({ tree, links }: ContentSnapshot): string[] => [
  ...postFilesOf(tree).map(({ id }) => id),
  ...links.flatMap((path) => postIdOf(path) ?? []),
];

const LISTED_MAX = 200;

const IMAGES_SHOWN = 3;

const imageProblem = (addresses: readonly string[]): FileProblem[] => {
  const count = addresses.length;
  if (count === 0) return [];
  const named = addresses.slice(0, IMAGES_SHOWN).join(', ');
  const others = count > IMAGES_SHOWN ? ` and ${count - IMAGES_SHOWN} more` : '';
  const subject = count === 1 ? 'a picture that is' : `${count} pictures that are`;
  return [{ message: `It shows ${subject} not in photos/: ${named}${others}` }];
};

/** Parses what lists need of a post. One that isn't readable text is hidden. Never throws. */
export const parsePost = (file: PostFile, bytes: Uint8Array): PostEntry => {
  const { path, id, blob, origin } = file;
  const { text, problem, isNoText } = readText(bytes);
  const { problems, content, ...fields } = parsePostFile(text, id, origin);
  const undescribed = undescribedImages(content).slice(0, LISTED_MAX);
  const links = linksIn(content);
  const paths = ownPathsOf(links).slice(0, LISTED_MAX);
  const linkNames = linkNamesOf(links).slice(0, LISTED_MAX);
  return {
    ...{ id, path, blob, ...(origin && { origin }) },
    ...fields,
    hidden: fields.hidden || isNoText,
    contentEnd: fields.contentStart + content.length,
    photoNames: photoNamesIn(content),
    ...(origin && { images: imagesAmong(links).slice(0, LISTED_MAX) }),
    ...(undescribed.length > 0 && { undescribed: undescribed.map(({ address }) => address) }),
    ...(paths.length > 0 && { paths }),
    ...(linkNames.length > 0 && { linkNames }),
    problems: [
      ...(problem ? [problem] : []),
      ...problems,
      ...(origin ? [] : imageProblem(foreignImagesOf(links))),
    ].map((result) => ({ path, ...result })),
  };
};

/** Whether the content may link to a post with this name, as far as is known without its text. */
export const mayLinkTo = ({ linkNames = [] }: PostEntry, name: string): boolean =>
  linkNames.includes(name) || linkNames.length === LISTED_MAX;

export interface StoredPost {
  readonly entry: PostEntry;
  readonly fields: PostFields;
  readonly text: string;
}

const withText = (entry: PostEntry, text: string): StoredPost => {
  const content = text.slice(entry.contentStart, entry.contentEnd);
  return { entry, fields: pick({ ...entry, content }, POST_FIELD_NAMES), text };
};

export const readStoredPost = (file: PostFile, bytes: Uint8Array): StoredPost =>
  withText(parsePost(file, bytes), decodeText(bytes));

/** The file's text with other fields. Throws `UnreadableFile` if it has no place for them. */
export const rewritePost = ({ entry, text }: StoredPost, fields: PostFields): string => {
  const { path, problems } = entry;
  const unreadable = problems.find(({ readOnly }) => readOnly);
  if (unreadable) throw new UnreadableFile(unreadable);
  try {
    return writePostFile(text, fields, entry.id, entry.origin);
  } catch (error) {
    if (!(error instanceof UneditableFrontMatter)) throw error;
    throw new UnreadableFile({ path, ...error.problem });
  }
};

/** Reads posts in the given order, in one batch. Yields to requests. Throws `UnreadableObject`. */
export const readPosts = async (
  blobs: Pick<BlobCache, 'read'>,
  posts: readonly PostEntry[],
): Promise<StoredPost[]> => {
  const bytes = await blobs.read(posts.map(({ blob }) => blob));
  return mapYielding(posts, (entry) => withText(entry, decodeText(bytes.get(entry.blob))));
};

/** Like `readPosts`, without posts that can't be read: `onUnreadable` is called with them. */
export const readReadablePosts = async (
  blobs: Pick<BlobCache, 'readEach'>,
  posts: readonly PostEntry[],
  onUnreadable: (entry: PostEntry, error: UnreadableObject) => void = () => undefined,
): Promise<StoredPost[]> => {
  const contents = await blobs.readEach(posts.map(({ blob }) => blob));
  const read = await mapYielding(posts, (entry): StoredPost[] => {
    const content = contents.get(entry.blob);
    if (!(content instanceof UnreadableObject)) return [withText(entry, decodeText(content))];
    onUnreadable(entry, content);
    return [];
  });
  return read.flat();
};

/** The file of a post; `post` is absent if it is not parsed yet or can't be read. */
export interface PostListing extends PostFile {
  readonly post?: PostEntry | undefined;
}

/** With more changes than this, all posts are listed and sorted again. */
export const INCREMENTAL_MAX = 50;

/** Returns the list of posts after some files were changed; the changed ones are not parsed yet. */
export const withPostFiles = (
  posts: readonly PostListing[],
  changed: readonly string[],
  tree: Tree,
): readonly PostListing[] => {
  if (changed.length === 0) return posts;
  const paths = new Set(changed);
  const others = posts.filter(({ path }) => !paths.has(path));
  return [...others, ...postFilesOf(filesAt(tree, changed))].sort(comparePaths);
};

/** Returns the sorted posts after some were changed. Posts of the same date are sorted by path. */
export const withPosts = (
  posts: readonly PostEntry[],
  changed: ReadonlySet<string>,
  entries: readonly PostEntry[],
): readonly PostEntry[] => {
  if (changed.size === 0) return posts;
  const others = posts.filter(({ path }) => !changed.has(path));
  return [...others, ...entries].sort(
    (one, other) => comparePosts(one, other) || (one.path < other.path ? -1 : 1),
  );
};
