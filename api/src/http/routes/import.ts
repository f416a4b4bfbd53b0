import Router from '@koa/router';
import {
  IMPORT_MAX_BYTES,
  UPLOAD_MAX_FILES,
  failureMessages,
  importMessages,
  type ImportResponse,
} from 'content-schema';
import type { Sessions } from '../../auth/sessions.ts';
import { importPosts, type ImportMessages } from '../../content/posts/import-posts.ts';
import { InvalidInput } from '../../content/errors.ts';
import type { SaveQueue } from '../../content/saving/save-queue.ts';
import { failing } from '../errors/send-errors.ts';
import { requireSession } from '../requests/access.ts';
import type { ContentPresenter } from '../presenters/content-presenter.ts';
import { readForm } from '../requests/read-form.ts';
import { readSaveOptions, setSavedHeaders } from '../requests/revision.ts';

interface Options {
  readonly saves: SaveQueue;
  readonly present: ContentPresenter;
  readonly sessions: Sessions;
}

const MARKDOWN_FILES = {
  field: 'files',
  maxFiles: UPLOAD_MAX_FILES,
  maxFileBytes: IMPORT_MAX_BYTES,
  maxTotalBytes: UPLOAD_MAX_FILES * IMPORT_MAX_BYTES,
};

/** `POST /api/admin/posts/upload` */
export const importRoutes = ({ saves, present, sessions }: Options): Router =>
  new Router().post(
    '/admin/posts/upload',
    failing(failureMessages.upload),
    requireSession(sessions),
    async (ctx) => {
      const { files } = await readForm(ctx, MARKDOWN_FILES);
      if (files.length === 0) {
        throw new InvalidInput([{ path: 'files', message: importMessages.required }]);
      }
      let messages: ImportMessages = { errors: [], warnings: [], already: [] };
      const command = importPosts(files, new Date(), (found) => (messages = found));
      const saved = await saves.save(command, readSaveOptions(ctx));
      const { content, written } = saved;
      const imported = [...written].flatMap(
        (path) => content.posts.find((post) => post.path === path) ?? [],
      );
      const count = imported.length;
      setSavedHeaders(ctx, saved);
      const isDone = count > 0 || messages.already.length > 0;
      ctx.status = isDone ? 200 : 400;
      ctx.body = {
        count,
        saved: await present.posts(content, imported, 'whole'),
        ...messages,
        message: isDone ? importMessages.imported(count) : importMessages.nothing,
      } satisfies ImportResponse;
    },
  );
