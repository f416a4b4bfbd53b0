import Router from '@koa/router';
import { failureMessages } from 'content-schema';
import type { Command } from '../../saving/save-command.ts';
import { saveExperiences, saveProfile, saveSections } from '../../saving/save-json-entity.ts';
import { saveSite } from '../../saving/save-site.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import { readJson } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

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
