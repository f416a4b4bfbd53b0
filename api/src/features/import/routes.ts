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
  type ImportResponse,
  type PostHeading,
} from 'content-schema';
import { createResolver, linksTo } from 'content-schema/resolve-links';
import { ulid } from 'ulid';
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
import type { Command } from '../../core/saving/save-command.ts';
import { addressesIn } from './foreign-markup.ts';

/** Imports the Markdown files that lie elsewhere in the repository, with their images there. */
const importElsewhere =
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
    const images = [...tree.keys()].filter((path) => isImageAt(path) && typeOfName(path));
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
    const shown = [...new Set(resolved.flatMap((text) => [...(text?.images.values() ?? [])]))];
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

  return createCalls(deps)
    .post('/admin/posts/upload', uploading, async (ctx, form) => {
      const isFromRepository = form.fields.get('from') === 'repository';
      if (form.files.length === 0 && !isFromRepository) {
        throw invalidInput('files', importMessages.required);
      }
      let messages: ImportMessages = { errors: [], warnings: [], already: [] };
      const report = (result: ImportMessages) => (messages = result);
      const command = isFromRepository
        ? importElsewhere(report)
        : importPosts(await filesOf(form), linksOf(form), report);
      const { content, written } = await save(ctx, command, { isLong: true });
      const imported = [...written].flatMap(
        (path) => content.posts.find((post) => post.path === path) ?? [],
      );
      const count = imported.length;
      const isDone = count > 0 || messages.already.length > 0;
      ctx.status = isDone ? 200 : 400;
      return {
        count,
        // Rendering hundreds of posts takes longer than the timeout of clients.
        saved: await present.posts(
          content,
          imported,
          form.fields.get('posts') === 'headings' ? 'headings' : 'whole',
        ),
        ...messages,
        message: isDone ? importMessages.imported(count) : importMessages.nothing,
      } satisfies ImportResponse<PostHeading>;
    })
    .post('/admin/posts/import-preview', uploading, async (ctx, form) => {
      const files = await filesOf(form);
      const current = await (await editedContent(ctx)).current();
      setRevisionHeader(ctx, current);
      return { files: await previewImport({ current, blobs, html }, files) };
    });
};

export const importFeature: CreateFeature = (deps) => ({ calls: importRoutes(deps) });
