import {
  failureMessages,
  REVISION_HEADER,
  POSTS_BODY_MAX_BYTES,
  contentPatchSchema,
  type ContentPatchResponse,
} from 'content-schema';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { CommitSha } from '../../git-store/git-store.ts';
import { resetContent } from '../../saving/restore.ts';
import { adminOnly, anyone, createCalls, type CallRouter } from '../calls.ts';
import { audienceOf, checkSession } from '../requests/access.ts';
import { listDetailOf, parseQuery, queryText } from '../requests/parse-request.ts';
import { prepareInSlices, sendPrepared } from '../caching/prepared-response.ts';
import { setRevisionHeader, disconnectSignal } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';
import { saveExperiences, saveProfile, saveSections } from '../../saving/save-json-entity.ts';
import { saveSite } from '../../saving/save-site.ts';
import { deletePosts } from '../../saving/change-post.ts';
import { changePosts, idIn, type ExtractedFields } from '../../saving/save-posts.ts';
import { addPhotos, type NewPhoto } from '../../saving/photo-commands.ts';
import { saveParts, type SavePart } from '../../saving/save-parts.ts';
import { presentComparison } from '../../presenters/comparison.ts';
import { withExtractedFrontMatter } from '../../presenters/content-presenter.ts';
import { addedPhotos } from '../../presenters/upload-presenter.ts';
import { findStaged } from '../requests/find-staged.ts';

/** Shorter than the response timeout of proxies. */
const REVISION_WAIT_MS = 25_000;

const commit = v.optional(v.custom<CommitSha>(isCommitSha, 'Choose a commit by its whole id'));
const comparedSchema = v.object({ from: commit, to: commit });

export const contentRoutes = (deps: RouteDeps): CallRouter => {
  const { reader, prepared, saves, save, present, presentUpload, sessions, stagedPhotos } = deps;
  const { editedContent, siteContent } = deps;
  const saving = (failure: string) => adminOnly(failure).json(v.unknown());
  const savingAny = adminOnly(failureMessages.saveContent).json(
    contentPatchSchema,
    POSTS_BODY_MAX_BYTES,
  );
  return createCalls(deps)
    .get('/content', anyone(failureMessages.loadContent), async (ctx) => {
      const detail = listDetailOf(ctx);
      // Saving the visitors' view would delete hidden content.
      const isEdited = detail === 'headings';
      if (isEdited) checkSession(ctx, sessions);
      const snapshot = await (isEdited ? (await editedContent(ctx)).latest() : reader.current());
      const audience = audienceOf(ctx, sessions);
      setRevisionHeader(ctx, snapshot);
      // In the background: content that is loaded to be edited is likely to be saved.
      if (isEdited) saves.prepare().catch(() => undefined);
      if (isEdited && ctx.get(REVISION_HEADER) === snapshot.revision) return;
      const response = await prepared(
        snapshot,
        `${detail} for ${audience}`,
        (signal) => prepareInSlices('json', present.content(snapshot, audience, detail), signal),
        disconnectSignal(ctx),
      );
      sendPrepared(ctx, snapshot, response);
    })
    .get('/compare', adminOnly(), async (ctx) => {
      const { from, to } = parseQuery(ctx, comparedSchema);
      return presentComparison(deps, from, to);
    })
    .get('/revision', adminOnly(), async (ctx) => {
      // The page polls without user activity, so don't extend the session.
      sessions.leaveIdle(ctx);
      const ends = [
        disconnectSignal(ctx),
        AbortSignal.timeout(REVISION_WAIT_MS),
        ...(deps.ending ? [deps.ending] : []),
      ];
      const signal = AbortSignal.any(ends);
      const edited = await editedContent(ctx);
      const changed =
        edited === siteContent
          ? reader.changed(queryText(ctx, 'after'), signal)
          : delay(REVISION_WAIT_MS, undefined, { signal });
      await changed.catch(() => undefined);
      const snapshot = await edited.current();
      setRevisionHeader(ctx, snapshot);
      return { revision: snapshot.revision };
    })
    .post('/reset', adminOnly(failureMessages.resetContent), async (ctx) => {
      const { content } = await save(ctx, resetContent(await deps.defaultContent()));
      const text = present.content(content, 'administrator', 'whole');
      sendPrepared(ctx, content, await prepareInSlices('json', text, disconnectSignal(ctx)));
    })
    .put('/site', saving(failureMessages.saveSite), async (ctx, site) =>
      present.site((await save(ctx, saveSite(site))).content),
    )
    .put('/profile', saving(failureMessages.saveProfile), async (ctx, profile) =>
      present.profile((await save(ctx, saveProfile(profile))).content),
    )
    .put('/experiences', saving(failureMessages.saveExperiences), async (ctx, experiences) =>
      present.experiences((await save(ctx, saveExperiences(experiences))).content),
    )
    .put('/sections', saving(failureMessages.saveSections), async (ctx, sections) =>
      present.sections((await save(ctx, saveSections(sections))).content),
    )
    .patch('/content', savingAny, async (ctx, patch) => {
      const { site, profile, experiences, sections, posts, photos } = patch;
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
      return {
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
