import Router from '@koa/router';
import {
  failureMessages,
  REVISION_HEADER,
  POSTS_BODY_MAX_BYTES,
  contentPatchSchema,
  type RevisionResponse,
  type ContentPatchResponse,
} from 'content-schema';
import { resetContent } from '../../saving/restore.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { audienceOf, checkSession } from '../requests/access.ts';
import { listDetailOf, queryText, readJson, parseBody } from '../requests/parse-request.ts';
import { prepareInSlices, sendPrepared } from '../caching/prepared-response.ts';
import { setRevisionHeader, disconnectSignal } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';
import type { Command } from '../../saving/save-command.ts';
import { saveExperiences, saveProfile, saveSections } from '../../saving/save-json-entity.ts';
import { saveSite } from '../../saving/save-site.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import { deletePosts } from '../../saving/change-post.ts';
import { changePosts, idIn, type ExtractedFields } from '../../saving/save-posts.ts';
import { addPhotos, type NewPhoto } from '../../saving/photo-commands.ts';
import { saveParts, type SavePart } from '../../saving/save-parts.ts';
import { withExtractedFrontMatter } from '../../presenters/content-presenter.ts';
import { addedPhotos } from '../../presenters/upload-presenter.ts';
import { findStaged } from '../requests/find-staged.ts';

/** Shorter than the response timeout of proxies. */
const REVISION_WAIT_MS = 25_000;

/**
 * `GET /api/revision?after=`, `GET /api/content`, also with `?posts=`, and `POST /api/reset`
 */
export const contentRoutes = (deps: RouteDeps): Router => {
  const { reader, prepared, saves, save, adminCall, present, sessions, admin } = deps;
  return new Router()
    .get('/content', withFailureMessage(failureMessages.loadContent), async (ctx) => {
      const detail = listDetailOf(ctx);
      // Saving the visitors' view would delete hidden content.
      const isEdited = detail === 'headings';
      if (isEdited) checkSession(ctx, sessions);
      const snapshot = await (isEdited ? reader.latest() : reader.current());
      const audience = audienceOf(ctx, sessions);
      setRevisionHeader(ctx, snapshot);
      // In the background: content that is loaded to be edited is likely to be saved.
      if (isEdited) saves.prepare().catch(() => undefined);
      if (isEdited && ctx.get(REVISION_HEADER) === snapshot.revision) {
        ctx.status = 204;
        return;
      }
      const response = await prepared(
        snapshot,
        `${detail} for ${audience}`,
        (signal) => prepareInSlices('json', present.content(snapshot, audience, detail), signal),
        disconnectSignal(ctx),
      );
      sendPrepared(ctx, snapshot, response);
    })
    .get('/revision', admin, async (ctx) => {
      // The page polls without user activity, so don't extend the session.
      sessions.leaveIdle(ctx);
      const ends = [
        disconnectSignal(ctx),
        AbortSignal.timeout(REVISION_WAIT_MS),
        ...(deps.ending ? [deps.ending] : []),
      ];
      const snapshot = await reader
        .changed(queryText(ctx, 'after'), AbortSignal.any(ends))
        .catch(() => reader.current());
      setRevisionHeader(ctx, snapshot);
      ctx.body = { revision: snapshot.revision } satisfies RevisionResponse;
    })
    .post('/reset', adminCall(failureMessages.resetContent), async (ctx) => {
      const { content } = await save(ctx, resetContent(await deps.defaultContent()));
      const text = present.content(content, 'administrator', 'whole');
      sendPrepared(ctx, content, await prepareInSlices('json', text, disconnectSignal(ctx)));
    });
};

/**
 * `PUT /api/site`, `/api/profile`, `/api/experiences`, `/api/sections`: save one whole entity each
 */
export const entityRoutes = ({ save, adminCall, present }: RouteDeps): Router => {
  const router = new Router();
  const add = (
    path: string,
    message: string,
    command: (body: unknown) => Command,
    bodyFor: (snapshot: ContentSnapshot) => unknown,
  ) =>
    router.put(path, adminCall(message), async (ctx) => {
      const { content } = await save(ctx, command(await readJson(ctx)));
      ctx.body = await bodyFor(content);
    });

  add('/site', failureMessages.saveSite, saveSite, present.site);
  add('/profile', failureMessages.saveProfile, saveProfile, present.profile);
  add('/experiences', failureMessages.saveExperiences, saveExperiences, present.experiences);
  add('/sections', failureMessages.saveSections, saveSections, present.sections);
  return router;
};

/** `PATCH /api/content`: saves any parts of the content by one commit. */
export const contentPatchRoutes = (deps: RouteDeps): Router => {
  const { save, adminCall, present, presentUpload, stagedPhotos } = deps;
  return new Router().patch('/content', adminCall(failureMessages.saveContent), async (ctx) => {
    const { site, profile, experiences, sections, posts, photos } = await parseBody(
      ctx,
      contentPatchSchema,
      POSTS_BODY_MAX_BYTES,
    );
    let extracted: ExtractedFields = new Map();
    let sentPhotos: readonly NewPhoto[] = [];
    const { changed, deleted } = posts ?? {};
    const part = <Value>(
      path: string,
      value: Value | undefined,
      command: (value: Value) => SavePart['command'],
    ): SavePart[] => (value === undefined ? [] : [{ path, command: command(value) }]);

    const saved = await save(
      ctx,
      saveParts([
        ...part('profile', profile, saveProfile),
        ...part('site', site, saveSite),
        ...part('experiences', experiences, saveExperiences),
        ...part('sections', sections, saveSections),
        ...part('posts.changed', changed, (list) =>
          changePosts(list, (fields) => (extracted = fields)),
        ),
        ...part('posts.deleted', deleted, deletePosts),
        ...part('photos', photos, (list) => async (context) => {
          sentPhotos = findStaged(stagedPhotos, list, (index) => `${index}.staged`);
          return addPhotos(sentPhotos)(context);
        }),
      ]),
    );

    const { content, written } = saved;
    const sent = new Set((changed ?? []).map(idIn));
    const savedPosts = content.posts.filter(({ id, path }) => written.has(path) || sent.has(id));
    ctx.body = {
      ...(profile !== undefined && { profile: await present.profile(content) }),
      ...(site !== undefined && { site: await present.site(content) }),
      ...(experiences !== undefined && { experiences: await present.experiences(content) }),
      ...(sections !== undefined && { sections: await present.sections(content) }),
      ...(changed && {
        posts: (await present.posts(content, savedPosts, 'markdown')).map((post) =>
          withExtractedFrontMatter(post, extracted),
        ),
      }),
      ...(photos && {
        photos: addedPhotos(saved, sentPhotos).map((photo) => presentUpload(photo, content)),
      }),
    } satisfies ContentPatchResponse;
  });
};
