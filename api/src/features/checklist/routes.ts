import Router from '@koa/router';
import type { ChecklistResponse } from 'content-schema';
import type { CreateFeature } from '../../core/http/deps.ts';
import { setRevisionHeader } from '../../core/http/requests/revision.ts';
import { createChecklist } from './checklist.ts';

/** `GET /api/admin/checklist` */
export const checklistFeature: CreateFeature = (deps) => {
  const { reader, admin } = deps;
  const checklist = createChecklist(deps);
  const routes = new Router().get('/admin/checklist', admin, async (ctx) => {
    const snapshot = await reader.current();
    setRevisionHeader(ctx, snapshot);
    ctx.body = { items: await checklist(snapshot) } satisfies ChecklistResponse;
  });
  return { apiRoutes: [routes] };
};
