import Router from '@koa/router';
import { experiencesSchema, profileSchema, sectionsSchema, siteSchema } from 'content-schema';
import { experienceAnswer, profileAnswer, sectionsAnswer } from 'content-schema/content-answer';
import type { Context } from 'koa';
import type * as v from 'valibot';
import type { Sessions } from '../../../auth/sessions.ts';
import type { BlobCache } from '../../../content/blob-cache.ts';
import type { Command } from '../../../content/change.ts';
import {
  saveExperiences,
  saveProfile,
  saveSections,
} from '../../../content/commands/save-json-entity.ts';
import { saveSite } from '../../../content/commands/save-site.ts';
import type { SaveQueue } from '../../../content/save-queue.ts';
import { readSite } from '../../../content/site.ts';
import type { ContentSnapshot } from '../../../content/snapshot.ts';
import { jsonBody } from '../../middleware/json-body.ts';
import { requireSession } from '../../middleware/require-session.ts';
import { parseBody } from '../../parse-body.ts';
import { baseRevision, tellRevision } from '../../revision.ts';

interface Parts {
  readonly saves: SaveQueue;
  readonly blobs: BlobCache;
  readonly sessions: Sessions;
}

/** `PUT /api/site`, `/api/profile`, `/api/experiences`, `/api/sections`: one entity each, whole. */
export const entityRoutes = ({ saves, blobs, sessions }: Parts): Router => {
  const admin = requireSession(sessions);

  const save =
    <const Schema extends v.GenericSchema>(
      schema: Schema,
      command: (mine: v.InferOutput<Schema>) => Command,
      present: (snapshot: ContentSnapshot) => unknown,
    ) =>
    async (ctx: Context): Promise<void> => {
      const mine = parseBody(ctx, schema);
      const snapshot = await saves.save(command(mine), baseRevision(ctx));
      tellRevision(ctx, snapshot);
      ctx.body = await present(snapshot);
    };

  return new Router()
    .put(
      '/site',
      admin,
      jsonBody(),
      save(siteSchema, saveSite, (snapshot) => readSite(blobs, snapshot)),
    )
    .put(
      '/profile',
      admin,
      jsonBody(),
      save(profileSchema, saveProfile, ({ profile }) => profileAnswer(profile)),
    )
    .put(
      '/experiences',
      admin,
      jsonBody(),
      save(experiencesSchema, saveExperiences, ({ experiences }) =>
        experiences.map(experienceAnswer),
      ),
    )
    .put(
      '/sections',
      admin,
      jsonBody(),
      save(sectionsSchema, saveSections, ({ sections }) => sectionsAnswer(sections)),
    );
};
