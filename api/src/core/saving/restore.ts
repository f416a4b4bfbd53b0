import {
  isContentPath,
  isLogoPath,
  isPhotoDetailsPath,
  isStylePath,
  photoDetailsPath,
  photoOf,
  postIdOf,
  postKind,
  SITE_PATH,
  storedSiteFields,
} from 'content-schema';
import { readJsonDocument, withSchemaKeyOf } from 'content-schema/json-document';
import { blobShaOf } from '../git-store/git-object-id.ts';
import type { BlobSha, Changes, StoredBlob, Tree } from '../git-store/git-store.ts';
import { ENTITIES } from '../reading/entities.ts';
import type { ContentHistory, FileVersion } from '../reading/content-history.ts';
import { followRenames } from '../reading/renames.ts';
import { createFreePhotoPaths, photoFolderOf } from '../photos/photo.ts';
import { parsePost, readStoredPost, rewritePost } from '../reading/stored-posts.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import { decodeText, plainText } from '../reading/text-file.ts';
import { siteFilesOf } from './merge-site.ts';
import { jsonChange, textChange, type Command, type SaveContext } from './save-command.ts';

const isLinked = ({ links }: ContentSnapshot, path: string): boolean =>
  links.some((link) => path === link || path.startsWith(`${link}/`));

/** Deletes the files of the content, except photos, that `restored` lacks. */
const deletions = (
  { tree }: ContentSnapshot,
  restored: ReadonlyMap<string, unknown>,
): [path: string, content: null][] =>
  [...tree.keys()]
    .filter((path) => isContentPath(path) && !photoOf(path) && !isPhotoDetailsPath(path))
    .flatMap((path) => (restored.has(path) ? [] : [[path, null]]));

/** Keeps the `$schema` of present files in the versions that replace them. */
const keepSchemaKeys = async (
  changes: Changes,
  { current: { tree }, blobs }: SaveContext,
): Promise<Changes> => {
  const paths = Object.values(ENTITIES).flatMap(({ path }) => (changes.has(path) ? path : []));
  const present = await blobs.readEach(paths.flatMap((path) => tree.get(path)?.sha ?? []));
  const withKeys = paths.flatMap((path) => {
    const sha = tree.get(path)?.sha;
    const [before, after] = [sha && present.get(sha), changes.get(path)];
    const text = after instanceof Uint8Array ? plainText(after) : undefined;
    if (!(before instanceof Uint8Array) || text === undefined) return [];
    return [textChange(path, withSchemaKeyOf(text, decodeText(before)))];
  });
  return new Map([...changes, ...withKeys]);
};

/** Restores the default content. Keeps photos, the owner's style, symbolic links and all that isn't content. */
export const resetContent =
  (defaultContent: ReadonlyMap<string, Uint8Array>): Command =>
  async (context) => {
    const { current } = context;
    const changes: Changes = new Map<string, Uint8Array | null>([
      ...deletions(current, defaultContent).filter(([path]) => !isStylePath(path)),
      ...[...defaultContent].filter(([path]) => !isLinked(current, path)),
    ]);
    return { subject: 'Restore defaults', changes: await keepSchemaKeys(changes, context) };
  };

/**
 * Restores the whole site as of a commit, without sending bytes. Newer posts are deleted; newer
 * photos, which no page shows then, are kept, with another file name if an old photo has theirs,
 * and so is every file that isn't content.
 */
export const restoreSite =
  ({ tree, date }: Pick<FileVersion, 'tree' | 'date'>): Command =>
  ({ current }) => {
    const back = [...tree].filter(([path]) => isContentPath(path) && !isLinked(current, path));
    const oldPhotos = new Set([...tree.keys()].map(photoFolderOf));
    const freePathOf = createFreePhotoPaths(new Map([...current.tree, ...tree]));
    const changes = new Map<string, StoredBlob | null>(deletions(current, tree));
    for (const { key, blob: sha, size } of current.photos) {
      if (tree.has(key)) continue;
      const wasRenamed = oldPhotos.has(photoFolderOf(key) ?? '');
      const path = wasRenamed ? undefined : freePathOf(key);
      if (path === key) continue;
      changes.set(key, null);
      if (path !== undefined) changes.set(path, { sha, size });
    }
    for (const [path, entry] of back) {
      if (current.tree.get(path)?.sha !== entry.sha) changes.set(path, entry);
    }
    return { subject: `Restore the site as of ${date.slice(0, 10)}`, changes };
  };

/** Returns what else changes with a logo: its entry in `site.json`, and other logos go. */
const restoreLogo = async (
  { path, tree }: FileVersion,
  old: ReadonlyMap<BlobSha, Uint8Array>,
  context: SaveContext,
): Promise<Changes> => {
  const { current } = context;
  const site = tree.get(SITE_PATH);
  const text = site ? decodeText(old.get(site.sha) ?? new Uint8Array()) : '';
  const { logo } = readJsonDocument(text, storedSiteFields).value;
  if (logo?.path !== path) return new Map();
  const others = [...current.tree.keys()].filter((other) => isLogoPath(other) && other !== path);
  return new Map([
    ...others.map((other) => [other, null] as const),
    ...(await jsonChange(context, SITE_PATH, {
      before: current.site,
      after: { ...current.site, logo },
    })),
  ]);
};

/**
 * Returns the paths to restore together: `site.json` with the logo, and a photo with its metadata,
 * in place of a renamed file of that photo.
 */
const pathsOf = ({ path, tree }: FileVersion, current: Tree): string[] => {
  if (path === SITE_PATH) return [...new Set([...siteFilesOf(tree), ...siteFilesOf(current)])];
  if (!photoOf(path)) return [path];
  const folder = photoFolderOf(path);
  const details = photoDetailsPath(path);
  const renamed = [...current.keys()].filter(
    (other) => folder !== undefined && photoFolderOf(other) === folder && !tree.has(other),
  );
  return [path, ...renamed, ...(tree.has(details) ? [details] : [])];
};

const nameOf = (path: string, bytes: Uint8Array | null): string => {
  const id = postIdOf(path);
  const post = id !== undefined && bytes && { path, id, blob: blobShaOf(bytes) };
  if (post) return `${postKind(post)} "${parsePost(post, bytes).title}"`;
  const photo = photoOf(path);
  if (photo) return `photo ${photo.filename}`;
  if (isLogoPath(path)) return 'logo';
  return Object.values(ENTITIES).find((entity) => entity.path === path)?.name ?? path;
};

type History = Pick<ContentHistory, 'read' | 'lastRemoval'>;

const targetOf = async (
  { path, tree, date }: FileVersion,
  current: ContentSnapshot,
  history: History,
): Promise<string> => {
  if (current.tree.has(path)) return path;
  if (postIdOf(path) === undefined) return createFreePhotoPaths(current.tree)(path);
  const options = { from: tree, since: { date }, to: current, history };
  const lastPaths = await followRenames([path], options);
  return lastPaths.get(path) ?? path;
};

/** Adds the addresses that the post at `path` has got since to an old version of it. */
const withAliases = (
  path: string,
  bytes: Uint8Array | null,
  { posts }: ContentSnapshot,
): Uint8Array | null => {
  const present = posts.find((post) => post.path === path);
  if (!present?.aliases || !bytes) return bytes;
  const stored = readStoredPost({ ...present, blob: blobShaOf(bytes) }, bytes);
  const text = rewritePost(stored, { ...stored.fields, aliases: present.aliases });
  return new TextEncoder().encode(text);
};

/**
 * Restores an old version of a file; of a post that was renamed since under its last name and with
 * its later addresses, so that there are never two of it.
 */
export const restoreFile =
  (version: FileVersion, history: History): Command =>
  async (context) => {
    const { current } = context;
    const { path, tree, date } = version;
    const paths = pathsOf(version, current.tree);
    const target = await targetOf(version, current, history);
    const needed = isLogoPath(path) ? [...paths, SITE_PATH] : paths;
    const bytes = await history.read(needed.flatMap((path) => tree.get(path)?.sha ?? []));
    const contentOf = (filePath: string): Uint8Array | null => {
      const entry = tree.get(filePath);
      return (entry && bytes.get(entry.sha)) ?? null;
    };
    const restored = contentOf(path);
    const written = target === path ? restored : withAliases(target, restored, current);
    const changes = new Map<string, Uint8Array | StoredBlob | null>([
      ...paths.map((filePath): [string, Uint8Array | StoredBlob | null] => {
        const entry = tree.get(filePath);
        const content = filePath === path ? written : contentOf(filePath);
        return [filePath === path ? target : filePath, entry?.executable ? entry : content];
      }),
      ...(isLogoPath(path) ? await restoreLogo(version, bytes, context) : []),
    ]);
    return {
      subject: `Restore ${nameOf(target, restored)} as of ${date.slice(0, 10)}`,
      changes: await keepSchemaKeys(changes, context),
    };
  };
