import Router from '@koa/router';
import { failureMessages } from 'content-schema';
import type { Context } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import type { BlobCache } from '../../content/reading/blob-cache.ts';
import type { Command } from '../../content/saving/save-command.ts';
import {
  saveExperiences,
  saveProfile,
  saveSections,
} from '../../content/saving/save-json-entity.ts';
import { saveSite } from '../../content/saving/save-site.ts';
import type { SaveQueue } from '../../content/saving/save-queue.ts';
import { readSite } from '../../content/reading/site.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import type { ContentPresenter } from '../../presenters/content-presenter.ts';
import { bodyOf } from '../requests/parse-request.ts';
import { readSaveOptions, setSavedHeaders } from '../requests/revision.ts';
import { createSavePolicy } from '../requests/save-policy.ts';

interface Options {
  readonly saves: SaveQueue;
  readonly blobs: BlobCache;
  readonly present: ContentPresenter;
  readonly sessions: Sessions;
}

/**
 * `PUT /api/site`, `/api/profile`, `/api/experiences`, `/api/sections`: save one whole entity each
 */
export const entityRoutes = ({ saves, blobs, present, sessions }: Options): Router => {
  const savePolicy = createSavePolicy(sessions);

  const save =
    (command: (body: unknown) => Command, bodyFor: (snapshot: ContentSnapshot) => unknown) =>
    async (ctx: Context): Promise<void> => {
      const saved = await saves.save(command(bodyOf(ctx)), readSaveOptions(ctx));
      setSavedHeaders(ctx, saved);
      ctx.body = await bodyFor(saved.content);
    };

  return new Router()
    .put(
      '/site',
      savePolicy(failureMessages.saveSite),
      save(saveSite, (snapshot) => readSite(blobs, snapshot)),
    )
    .put('/profile', savePolicy(failureMessages.saveProfile), save(saveProfile, present.profile))
    .put(
      '/experiences',
      savePolicy(failureMessages.saveExperiences),
      save(saveExperiences, present.experiences),
    )
    .put(
      '/sections',
      savePolicy(failureMessages.saveSections),
      save(saveSections, present.sections),
    );
};
