import { IMPORT_MAX_BYTES, IMPORT_MAX_FILES, isPicture, postFileNames } from 'content-schema';
import { createResolver, linksTo } from 'content-schema/resolve-links';
import { ulid } from 'ulid';
import { mapYielding } from '../../core/git-store/map-yielding.ts';
import { typeOfName } from '../../core/photos/image-types.ts';
import { postsElsewhere } from '../../core/reading/tree-problems.ts';
import type { Command } from '../../core/saving/save-command.ts';
import { addressesIn } from './foreign-markup.ts';
import { importPosts, type ImportMessages } from './import-posts.ts';
import { readMarkdownFile } from './imported-post.ts';

/**
 * Imports the Markdown files that lie elsewhere in the repository, with the pictures there that they
 * show, as `importPosts` does. The files stay where they are.
 */
export const importElsewhere =
  (report: (messages: ImportMessages) => void): Command =>
  async (context) => {
    const { tree } = context.current;
    const paths = postsElsewhere(tree.keys()).slice(0, IMPORT_MAX_FILES);
    const names = postFileNames(paths);
    const posts = paths.flatMap((path, index) => {
      const entry = tree.get(path);
      return entry ? [{ path, name: names[index] ?? path, ...entry }] : [];
    });
    const contents = await context.blobs.readEach(
      posts.filter(({ size }) => size <= IMPORT_MAX_BYTES).map(({ sha }) => sha),
    );
    const files = await mapYielding(posts, ({ path, name, sha }) => {
      const content = contents.get(sha);
      const bytes = content instanceof Uint8Array ? content : undefined;
      return readMarkdownFile({ path, name, bytes });
    });
    const ids = new Map(files.flatMap((file) => ('id' in file ? [[file.file, file.id]] : [])));
    const images = [...tree.keys()].filter((path) => isPicture(path) && typeOfName(path));
    const resolve = createResolver([...paths, ...images], ids);
    const resolved = files.map((file) =>
      'id' in file
        ? resolve(
            file.file,
            addressesIn(file.fields.content),
            file.covers.map(({ address }) => address),
          )
        : undefined,
    );
    const shown = [...new Set(resolved.flatMap((text) => [...(text?.pictures.values() ?? [])]))];
    const photos = shown.flatMap((path) => {
      const [entry, type] = [tree.get(path), typeOfName(path)];
      const sentName = path.slice(path.lastIndexOf('/') + 1);
      return entry && type ? [{ id: ulid(), sentName, type, content: entry, details: {} }] : [];
    });
    const indexes = new Map(shown.map((path, index) => [path, index]));
    const links = resolved.flatMap((text, index) =>
      text ? linksTo(text, index, indexes, ids) : [],
    );
    return importPosts(files, { photos, links }, report)(context);
  };
