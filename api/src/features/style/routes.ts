import {
  failureMessages,
  fontPath,
  isFontPath,
  parseDataUrl,
  POST_BODY_MAX_BYTES,
  STYLE_PATH,
  styleFields,
  styleSchema,
  type Style,
} from 'content-schema';
import { bodyOf, contentOf } from 'content-schema/front-matter';
import { adminOnly, createCalls } from '../../core/http/calls.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { setRevisionHeader } from '../../core/http/requests/revision.ts';
import type { BlobCache } from '../../core/reading/blob-cache.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import { editedContent, rejectUnreadable, type Command } from '../../core/saving/save-command.ts';
import { summaryOfEdit } from '../../core/saving/save-json-entity.ts';

const readStyle = async (blobs: BlobCache, { tree }: ContentSnapshot) => {
  const entry = tree.get(STYLE_PATH);
  const file = entry ? await blobs.text(entry.sha) : '';
  const names = [...tree.keys()].filter(isFontPath).map((path) => path.slice(fontPath('').length));
  const fonts = names.map((name) => ({ name, data: '' }));
  return { file, style: { css: contentOf(file, false).replaceAll('\r\n', '\n'), fonts } };
};

/** Writes the new fonts, and deletes those that are not sent. Throws `UnreadableFile`. */
const saveStyle =
  (after: Style): Command =>
  async (context) => {
    rejectUnreadable(context.current, STYLE_PATH);
    const { file, style: before } = await readStyle(context.blobs, editedContent(context));
    const changes = new Map<string, Uint8Array | null>();
    const css = after.css.trim() === '' ? '' : bodyOf(file, after.css, '\n', false);
    if (css !== file) changes.set(STYLE_PATH, css === '' ? null : Buffer.from(css));
    for (const { name } of before.fonts) changes.set(fontPath(name), null);
    for (const { name, data } of after.fonts) {
      const base64 = parseDataUrl(data)?.base64;
      if (base64 === undefined) changes.delete(fontPath(name));
      else changes.set(fontPath(name), Buffer.from(base64, 'base64'));
    }
    return { ...summaryOfEdit('style', styleFields, { before, after }), changes, isEdit: true };
  };

/** `/api/admin/style`: the CSS of the owner's own, and the fonts for it */
export const styleFeature: CreateFeature = (deps) => {
  const { blobs, editedContent, save } = deps;
  const saving = adminOnly(failureMessages.saveStyle).json(styleSchema, POST_BODY_MAX_BYTES);
  const calls = createCalls(deps)
    .get('/admin/style', adminOnly(), async (ctx) => {
      const snapshot = await (await editedContent(ctx)).current();
      setRevisionHeader(ctx, snapshot);
      return (await readStyle(blobs, snapshot)).style;
    })
    .put('/admin/style', saving, async (ctx, style) => {
      const { content } = await save(ctx, saveStyle(style));
      return (await readStyle(blobs, content)).style;
    });
  return { calls };
};
