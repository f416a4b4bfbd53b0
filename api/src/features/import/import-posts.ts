import {
  addressKey,
  groupBy,
  isPublic,
  photoAddress,
  postKind,
  postPath,
  type FileMessage,
  type ImportedBefore,
  type ImportLinks,
  type ImportPreviewResponse,
  type ImportResponse,
  counted,
} from 'content-schema';
import { altsIn, imagesIn, withoutCode } from 'content-schema/images-in-text';
import { createIdSet } from 'content-schema/post-id';
import type { BlobSha, StoredBlob } from '../../core/git-store/git-store.ts';
import { mapYielding } from '../../core/git-store/map-yielding.ts';
import type { HtmlRenderer } from '../../core/markdown/html-renderer.ts';
import { byId, type StoredPosts } from '../../core/saving/post-edits.ts';
import { addPhotos, type NewPhoto } from '../../core/saving/photo-commands.ts';
import { postText, tooComplexIssues } from '../../core/saving/reject-too-complex.ts';
import { textChange, type Command, type SaveContext } from '../../core/saving/save-command.ts';
import { postAt } from '../../core/reading/addresses.ts';
import { addressesIn, foreignMarkup, withWikiLinks } from './foreign-markup.ts';
import { importPost, relinkFile, type ReadableFile } from './imported-post.ts';
import { readReadablePosts, takenIds } from '../../core/reading/stored-posts.ts';

type Result = ReadableFile | ImportedBefore | FileMessage;

const isPost = (result: Result): result is ReadableFile => !('message' in result);
const isImportedBefore = (result: Result): result is ImportedBefore =>
  'message' in result && 'id' in result;
const isError = (result: Result): result is FileMessage =>
  !isPost(result) && !isImportedBefore(result);

type ReadingContext = Pick<SaveContext, 'current' | 'blobs' | 'html'>;
/** A parsed file, or why it can't become a post. */
export type ReadFile = ReadableFile | FileMessage;

const readStored = async (
  { current, blobs }: ReadingContext,
  files: readonly ReadFile[],
): Promise<StoredPosts> => {
  const requested = new Set(files.flatMap((file) => ('id' in file ? [file.id] : [])));
  const entries = current.posts.filter(({ id }) => requested.has(id));
  return byId(await readReadablePosts(blobs, entries));
};

const withoutTooComplex = async (
  html: HtmlRenderer,
  results: readonly Result[],
): Promise<Result[]> => {
  const texts = results.flatMap((result, index) =>
    isPost(result) ? [postText(String(index), result.fields.content)] : [],
  );
  const issues = await tooComplexIssues(html, texts);
  const messages = new Map(issues.map(({ path, message }) => [Number(path), message]));
  return results.map((result, index) => {
    const message = messages.get(index);
    if (!isPost(result) || message === undefined) return result;
    return { ...result, warnings: [...result.warnings, message] };
  });
};

const resultsOf = async (
  context: ReadingContext,
  files: readonly ReadFile[],
): Promise<Result[]> => {
  const ids = createIdSet(takenIds(context.current));
  const stored = await readStored(context, files);
  const claimed = new Set<string | undefined>();
  const isTaken = (address: string): boolean =>
    claimed.has(addressKey(address)) || postAt(context.current, address) !== undefined;
  const results = files.map((file) => {
    if (!('id' in file)) return file;
    const result = importPost(file, stored.get(file.id), ids, isTaken);
    if (isPost(result)) {
      for (const address of [...result.addresses, ...result.aliases.map(addressKey)]) {
        claimed.add(address);
      }
    }
    return result;
  });
  return withoutTooComplex(context.html, results);
};

export const previewImport = async (
  context: ReadingContext,
  files: readonly ReadFile[],
): Promise<ImportPreviewResponse['files']> => {
  const results = await resultsOf(context, files);
  const stored = new Map(context.current.posts.map(({ id, addresses }) => [id, addresses]));
  return mapYielding(results, (result) => {
    if (isImportedBefore(result)) {
      const addresses = stored.get(result.id);
      return { ...result, ...(addresses && { addresses }) };
    }
    if (!isPost(result)) return result;
    const { file, id, warnings, fields, covers, isDatedByPath, page, addresses } = result;
    const { content, ...heading } = fields;
    return {
      file,
      post: { id, ...heading },
      ...(isDatedByPath && { isDatedByPath }),
      ...{ page, addresses },
      links: addressesIn(content),
      shown: imagesIn(withoutCode(content)).map(({ address }) => address),
      covers: covers.map((cover) => cover.address),
      // The links tell which wiki links have no target.
      warnings: [...warnings, ...foreignMarkup(withWikiLinks(content, () => '/'))],
    };
  });
};

type StagedPhoto = NewPhoto & { readonly content: StoredBlob };

export interface ImportedLinks {
  readonly photos: readonly StagedPhoto[];
  readonly links: ImportLinks['links'];
}

/** Rewrites the links of the files. Also returns the photos of each that are not stored yet. */
const withLinks = (
  { current }: ReadingContext,
  files: readonly ReadFile[],
  { photos, links }: ImportedLinks,
) => {
  const stored = new Map(current.photos.map(({ blob, id }) => [blob, id]));
  const added = new Map<BlobSha, NewPhoto>();
  const byFile = files.map((): ImportLinks['links'] => []);
  for (const link of links) byFile[link.file]?.push(link);
  return files.map((file, index) => {
    const own = byFile[index] ?? [];
    const targets = new Map(own.map(({ address, to }) => [address, to]));
    const shown: NewPhoto[] = [];
    for (const { address, photo: position = -1 } of own) {
      const sent = photos[position];
      if (!sent) continue;
      const { sha } = sent.content;
      const photo = added.get(sha) ?? sent;
      added.set(sha, photo);
      if (!stored.has(sha)) shown.push(photo);
      targets.set(address, photoAddress(stored.get(sha) ?? photo.id));
    }
    const relinked = 'id' in file ? relinkFile(file, (address) => targets.get(address)) : file;
    return { file: relinked, shown };
  });
};

const altsOf = (posts: readonly ReadableFile[]): ReadonlyMap<string, string> =>
  new Map(posts.toReversed().flatMap(({ fields }) => [...altsIn(fields.content)]));

/**
 * Returns each photo once, with its alt text from the posts. Like in `describePhotos`, the alt text
 * of a post that is not public is used only if no visitor sees the photo.
 */
const describedPhotos = (
  photos: readonly NewPhoto[],
  posts: readonly ReadableFile[],
): NewPhoto[] => {
  const visible = posts.filter(({ fields }) => isPublic(fields, Date.now()));
  const [visibleAlts, allAlts] = [altsOf(visible), altsOf(posts)];
  return [...new Set(photos)].map((photo) => {
    const isSeen = visible.some(({ fields }) => fields.content.includes(photoAddress(photo.id)));
    const alts = isSeen ? visibleAlts : allAlts;
    return { ...photo, details: { ...photo.details, alt: alts.get(photo.id) } };
  });
};

export type ImportMessages = Pick<ImportResponse, 'errors' | 'warnings' | 'already'>;

/**
 * Creates posts and pages from all valid files in one commit, with their photos; a stored post is
 * never overwritten. `report` is called again each time that a concurrent commit restarts it.
 */
export const importPosts =
  (
    files: readonly ReadFile[],
    links: ImportedLinks,
    report: (messages: ImportMessages) => void,
  ): Command =>
  async (context) => {
    const linked = withLinks(context, files, links);
    const results = await resultsOf(
      context,
      linked.map(({ file }) => file),
    );
    const posts = results.filter(isPost);
    report({
      errors: results.filter(isError),
      warnings: posts.flatMap(({ file, warnings, fields }) =>
        [...warnings, ...foreignMarkup(fields.content)].map((message) => ({ file, message })),
      ),
      already: results.filter(isImportedBefore),
    });
    const shown = results.flatMap((result, index) =>
      isPost(result) ? (linked[index]?.shown ?? []) : [],
    );
    const photos = describedPhotos(shown, posts);
    const { changes } = await addPhotos(photos)(context);
    const counts = Array.from(groupBy(posts, postKind), ([kind, all]) => counted(all.length, kind));
    const withPhotos = photos.length === 0 ? '' : ` with ${counted(photos.length, 'photo')}`;
    return {
      subject: `Import ${counts.join(' and ')}${withPhotos}`,
      changes: new Map([
        ...posts.map(({ id, text }) => textChange(postPath(id), text)),
        ...changes,
      ]),
    };
  };
