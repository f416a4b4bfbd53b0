import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_FILES,
  IMPORT_TOTAL_MAX_BYTES,
  failureMessages,
  importLinksSchema,
  importMessages,
  importPathsSchema,
  isImageAt,
  postFileNames,
  postIdOf,
  type ImportResponse,
  type ListDetail,
  type PostHeading,
} from 'content-schema';
import { createResolver, linksTo } from 'content-schema/resolve-links';
import type { Context } from 'koa';
import { ulid } from 'ulid';
import type { Content } from '../../core/content.ts';
import { mapConcurrently } from '../../core/git-store/map-concurrently.ts';
import type { Tree } from '../../core/git-store/git-store.ts';
import { invalidInput } from '../../core/reading/errors.ts';
import {
  importPosts,
  previewImport,
  type ImportedLinks,
  type ImportMessages,
  type ReadFile,
} from './import-posts.ts';
import { readMarkdownFile } from './imported-post.ts';
import { mapYielding } from '../../core/git-store/map-yielding.ts';
import { findStaged } from '../../core/http/requests/find-staged.ts';
import { parseField } from '../../core/http/requests/parse-request.ts';
import type { Form } from '../../core/http/requests/read-form.ts';
import { setRevisionHeader } from '../../core/http/requests/revision.ts';
import { adminOnly, createCalls, type CallRouter } from '../../core/http/calls.ts';
import type { CreateFeature, RouteDeps } from '../../core/http/deps.ts';
import { typeOfName } from '../../core/photos/image-types.ts';
import { postsElsewhere } from '../../core/reading/tree-problems.ts';
import type { Command, SaveContext } from '../../core/saving/save-command.ts';
import { addressesIn } from './foreign-markup.ts';

/** Returns the texts of another site generator with the names of their posts, and all files. */
const listElsewhere = (tree: Tree) => {
  const paths = postsElsewhere(tree.keys());
  const names = postFileNames(paths);
  const elsewhere = new Map(paths.map((path, index) => [path, names[index]]));
  const files = [...tree].map(([path, entry]) => {
    const id = entry.origin && postIdOf(path);
    const name = id === undefined ? elsewhere.get(path) : `${id}.md`;
    return { ...entry, path: entry.origin?.path ?? path, name };
  });
  const posts = files.flatMap(({ name, ...file }) => (name === undefined ? [] : { ...file, name }));
  const byPath = new Map(files.map((file) => [file.path, file]));
  return { posts: posts.slice(0, IMPORT_MAX_FILES), byPath };
};

/** GitHub sends one at a time. */
const COPIED_AT_A_TIME = 8;

/** Imports another generator's Markdown files with their images, also from the repository of `other`. */
const importElsewhere =
  (
    report: (messages: ImportMessages) => void,
    { stagePhoto }: Pick<Content, 'stagePhoto'>,
    other?: Content,
  ): Command =>
  async (context) => {
    const { tree } = other ? await other.reader.current() : context.current;
    const { posts, byPath } = listElsewhere(tree);
    const contents = await (other ?? context).blobs.readEach(
      posts.filter(({ size }) => size <= IMPORT_MAX_BYTES).map(({ sha }) => sha),
    );
    const files = await mapYielding(posts, ({ path, name, sha }) => {
      const content = contents.get(sha);
      const bytes = content instanceof Uint8Array ? content : undefined;
      return readMarkdownFile({ path, name, bytes });
    });
    const ids = new Map(files.flatMap((file) => ('id' in file ? [[file.file, file.id]] : [])));
    const images = [...byPath.keys()].filter((path) => isImageAt(path) && typeOfName(path));
    const resolve = createResolver([...posts.map(({ path }) => path), ...images], ids);
    const resolved = files.map((file) =>
      'id' in file
        ? resolve(
            file.file,
            addressesIn(file.fields.content),
            file.covers.map(({ address }) => address),
          )
        : undefined,
    );
    const shown = [...new Set(resolved.flatMap((text) => [...(text?.images.values() ?? [])]))];
    const photos = shown.flatMap((path) => {
      const [entry, type] = [byPath.get(path), typeOfName(path)];
      const sentName = path.slice(path.lastIndexOf('/') + 1);
      return entry && type ? [{ id: ulid(), sentName, type, content: entry, details: {} }] : [];
    });
    await mapConcurrently(other ? photos : [], COPIED_AT_A_TIME, async ({ content: { sha } }) => {
      const bytes = (await other?.photos.read([sha]))?.get(sha);
      if (bytes) await stagePhoto(bytes);
    });
    const indexes = new Map(shown.map((path, index) => [path, index]));
    const links = resolved.flatMap((text, index) =>
      text ? linksTo(text, index, indexes, ids) : [],
    );
    return importPosts(files, { photos, links }, report)(context);
  };

const MARKDOWN_FILES = {
  field: 'files',
  maxFiles: IMPORT_MAX_FILES,
  maxFileBytes: IMPORT_MAX_BYTES,
  maxTotalBytes: IMPORT_TOTAL_MAX_BYTES,
  maxFieldBytes: 4 * 1024 * 1024,
};

/** `POST /api/admin/posts/upload`, and `POST /api/admin/posts/import-preview` before it. */
const importRoutes = (deps: RouteDeps): CallRouter => {
  const { editedContent, save, blobs, html, stagedPhotos, present } = deps;

  const filesOf = ({ files, fields }: Form): Promise<ReadFile[]> => {
    const paths = parseField(importPathsSchema, 'paths', fields) ?? [];
    return mapYielding(files, (file, index) =>
      readMarkdownFile({ ...file, path: paths[index] ?? file.name }),
    );
  };

  const linksOf = ({ fields }: Form): ImportedLinks => {
    const { photos, links } = parseField(importLinksSchema, 'links', fields) ?? {
      photos: [],
      links: [],
    };
    const named = photos.map((name) => ({ staged: name }));
    return { photos: findStaged(stagedPhotos, named, (index) => `links.photos.${index}`), links };
  };

  const uploading = adminOnly(failureMessages.upload).form(MARKDOWN_FILES);

  const saveImport = async (
    ctx: Context,
    commandWith: (report: (messages: ImportMessages) => void) => Command,
    detail: ListDetail,
  ): Promise<ImportResponse<PostHeading>> => {
    let messages: ImportMessages = { errors: [], warnings: [], already: [] };
    const command = commandWith((result) => (messages = result));
    const { content, written } = await save(ctx, command, { isLong: true });
    const imported = [...written].flatMap(
      (path) => content.posts.find((post) => post.path === path) ?? [],
    );
    const count = imported.length;
    const isDone = count > 0 || messages.already.length > 0;
    ctx.status = isDone ? 200 : 400;
    return {
      ...{ count, saved: await present.posts(content, imported, detail), ...messages },
      message: isDone ? importMessages.imported(count) : importMessages.nothing,
    };
  };

  return createCalls(deps)
    .post('/admin/posts/upload', uploading, async (ctx, form) => {
      const isFromRepository = form.fields.get('from') === 'repository';
      if (form.files.length === 0 && !isFromRepository) {
        throw invalidInput('files', importMessages.required);
      }
      const [files, links] = [await filesOf(form), linksOf(form)];
      return saveImport(
        ctx,
        (report) =>
          isFromRepository ? importElsewhere(report, deps) : importPosts(files, links, report),
        // Rendering hundreds of posts takes longer than the timeout of clients.
        form.fields.get('posts') === 'headings' ? 'headings' : 'whole',
      );
    })
    .post('/admin/posts/copy', adminOnly(failureMessages.upload), async (ctx) => {
      const other = deps.candidate?.();
      const commandWith =
        (report: Parameters<typeof importElsewhere>[0]) => (context: SaveContext) => {
          if (!other) throw invalidInput('', 'Look first at what the repository holds');
          return importElsewhere(report, deps, other)(context);
        };
      return saveImport(ctx, commandWith, 'headings');
    })
    .post('/admin/posts/import-preview', uploading, async (ctx, form) => {
      const files = await filesOf(form);
      const current = await (await editedContent(ctx)).current();
      setRevisionHeader(ctx, current);
      return { files: await previewImport({ current, blobs, html }, files) };
    });
};

export const importFeature: CreateFeature = (deps) => ({ calls: importRoutes(deps) });
