import Router from '@koa/router';
import {
  POSTS_BODY_MAX_BYTES,
  contentPatchSchema,
  failureMessages,
  type ContentPatchResponse,
} from 'content-schema';
import { deletePosts } from '../../saving/change-post.ts';
import { changePosts, idIn, type ExtractedFields } from '../../saving/save-posts.ts';
import { addPhotos, type NewPhoto } from '../../saving/photo-commands.ts';
import { saveExperiences, saveProfile, saveSections } from '../../saving/save-json-entity.ts';
import { saveParts, type SavePart } from '../../saving/save-parts.ts';
import { saveSite } from '../../saving/save-site.ts';
import { withExtractedFrontMatter } from '../../presenters/content-presenter.ts';
import { addedPhotos } from '../../presenters/upload-presenter.ts';
import { findStaged } from '../requests/find-staged.ts';
import { parseBody } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

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
