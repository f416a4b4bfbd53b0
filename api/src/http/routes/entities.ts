import Router from '@koa/router';
import { failureMessages } from 'content-schema';
import type { Context } from 'koa';
import type { Command } from '../../content/saving/save-command.ts';
import {
  saveExperiences,
  saveProfile,
  saveSections,
} from '../../content/saving/save-json-entity.ts';
import { saveSite } from '../../content/saving/save-site.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import { readJson } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

/**
 * `PUT /api/site`, `/api/profile`, `/api/experiences`, `/api/sections`: save one whole entity each
 */
export const entityRoutes = ({ save, adminCall, present }: RouteDeps): Router => {
  const saveEntity =
    (command: (body: unknown) => Command, bodyFor: (snapshot: ContentSnapshot) => unknown) =>
    async (ctx: Context): Promise<void> => {
      const { content } = await save(ctx, command(await readJson(ctx)));
      ctx.body = await bodyFor(content);
    };

  return new Router()
    .put('/site', adminCall(failureMessages.saveSite), saveEntity(saveSite, present.site))
    .put(
      '/profile',
      adminCall(failureMessages.saveProfile),
      saveEntity(saveProfile, present.profile),
    )
    .put(
      '/experiences',
      adminCall(failureMessages.saveExperiences),
      saveEntity(saveExperiences, present.experiences),
    )
    .put(
      '/sections',
      adminCall(failureMessages.saveSections),
      saveEntity(saveSections, present.sections),
    );
};
