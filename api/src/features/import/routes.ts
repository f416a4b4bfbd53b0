import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_FILES,
  IMPORT_TOTAL_MAX_BYTES,
  failureMessages,
  importDetailsSchema,
  importLinksSchema,
  importMessages,
  importPathsSchema,
  isImageAt,
  photoAddress,
  pick,
  POST_FIELD_NAMES,
  type ImportLinks,
  type ImportResponse,
  type ListDetail,
  type PostHeading,
} from 'content-schema';
import type { Context } from 'koa';
import { basename } from 'node:path/posix';
import { ulid } from 'ulid';
import type { Content } from '../../core/content.ts';
import { mapConcurrently } from '../../core/git-store/map-concurrently.ts';
import { createFinder } from '../../core/reading/addresses.ts';
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
import { ownAddresses } from '../../core/reading/own-addresses.ts';
import type { Command } from '../../core/saving/save-command.ts';
import { addressesIn } from './foreign-markup.ts';

/** GitHub sends one at a time. */
const COPIED_AT_A_TIME = 8;

/** Imports what the repository of `other` shows: its posts and pages, with their images. */
const copyPosts =
  (
    other: Content,
    { stagePhoto }: Pick<Content, 'stagePhoto'>,
    report: (messages: ImportMessages) => void,
  ): Command =>
  async (context) => {
    const shown = await other.reader.current();
    const contents = await other.blobs.readEach(shown.posts.map(({ blob }) => blob));
    const files = await mapYielding(shown.posts, ({ origin, ...post }) => {
      const content = contents.get(post.blob);
      const bytes = content instanceof Uint8Array ? content : undefined;
      const path = origin?.path ?? post.path;
      const file = readMarkdownFile({ path, name: `${post.id}.md`, bytes });
      if (!('id' in file)) return file;
      const fields = pick({ ...post, content: file.fields.content }, POST_FIELD_NAMES);
      return { ...file, id: post.id, fields, aliases: post.addresses ?? [] };
    });
    const targets = files.flatMap((file, index) => {
      const { origin } = shown.posts[index] ?? {};
      if (!('id' in file) || !origin) return [];
      const covers = file.covers.map(({ address }) => address);
      const own = ownAddresses(shown, origin, [...addressesIn(file.fields.content), ...covers]);
      return Array.from(own, ([address, to]) => ({ file: index, address, to }));
    });
    const used = new Set(targets.map(({ to }) => to));
    const photos = shown.photos.flatMap(({ id, key }) => {
      const [entry, type] = [shown.tree.get(key), typeOfName(key)];
      if (!entry || !type || !used.has(photoAddress(id))) return [];
      const sentName = basename(entry.origin?.path ?? key);
      return [{ from: photoAddress(id), id: ulid(), sentName, type, content: entry, details: {} }];
    });
    await mapConcurrently(photos, COPIED_AT_A_TIME, async ({ content: { sha } }) => {
      const bytes = (await other.photos.read([sha])).get(sha);
      if (bytes) await stagePhoto(bytes);
    });
    const indexes = new Map(photos.map(({ from }, index) => [from, index]));
    const links = targets.map(({ to, ...link }) => {
      const photo = indexes.get(to);
      return photo === undefined ? { ...link, to } : { ...link, photo };
    });
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
  const { editedContent, save, blobs, html, stagedPhotos, present, renamedPosts } = deps;

  const filesOf = ({ files, fields }: Form): Promise<ReadFile[]> => {
    const paths = parseField(importPathsSchema, 'paths', fields) ?? [];
    const details = parseField(importDetailsSchema, 'details', fields) ?? [];
    return mapYielding(files, (file, index) =>
      readMarkdownFile({ ...file, path: paths[index] ?? file.name, details: details[index] }),
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
    { links }: Pick<ImportLinks, 'links'> = { links: [] },
  ): Promise<ImportResponse<PostHeading>> => {
    let messages: ImportMessages = { errors: [], warnings: [], already: [] };
    const command = commandWith((result) => (messages = result));
    const { content, written } = await save(ctx, command, { isLong: true });
    const imported = [...written].flatMap(
      (path) => content.posts.find((post) => post.path === path) ?? [],
    );
    // A later part of the import may have the targets.
    const later = links.map(({ to = '' }) => to.replace(/#.*$/, ''));
    const old = [...renamedPosts.oldAddresses(content).values()].flat();
    const finds = createFinder(content, new Set([...later, ...old]));
    const lost = imported.flatMap(({ title, paths = [] }) => {
      const missing = paths.filter((path) => !isImageAt(path) && !finds(path));
      return missing.length === 0 ? [] : [{ file: title, message: importMessages.lost(missing) }];
    });
    const count = imported.length;
    const isDone = count > 0 || messages.already.length > 0;
    ctx.status = isDone ? 200 : 400;
    return {
      ...{ count, saved: await present.posts(content, imported, detail), ...messages },
      warnings: [...messages.warnings, ...lost],
      message: isDone ? importMessages.imported(count) : importMessages.nothing,
    };
  };

  return createCalls(deps)
    .post('/admin/posts/upload', uploading, async (ctx, form) => {
      if (form.files.length === 0) throw invalidInput('files', importMessages.required);
      const [files, links] = [await filesOf(form), linksOf(form)];
      // Rendering hundreds of posts takes longer than the timeout of clients.
      const detail = form.fields.get('posts') === 'headings' ? 'headings' : 'whole';
      return saveImport(ctx, (report) => importPosts(files, links, report), detail, links);
    })
    .post('/admin/posts/copy', adminOnly(failureMessages.upload), (ctx) => {
      const other = deps.candidate?.();
      if (!other) throw invalidInput('', 'Look first at what the repository holds');
      return saveImport(ctx, (report) => copyPosts(other, deps, report), 'headings');
    })
    .post('/admin/posts/import-preview', uploading, async (ctx, form) => {
      const files = await filesOf(form);
      const current = await (await editedContent(ctx)).current();
      setRevisionHeader(ctx, current);
      return { files: await previewImport({ current, blobs, html }, files) };
    });
};

export const importFeature: CreateFeature = (deps) => ({ calls: importRoutes(deps) });
