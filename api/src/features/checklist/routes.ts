import { failureMessages } from 'content-schema';
import { adminOnly, createCalls } from '../../core/http/calls.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { setRevisionHeader } from '../../core/http/requests/revision.ts';
import { createChecklist } from './checklist.ts';
import { readSample, startEmpty } from './sample.ts';

export const checklistFeature: CreateFeature = (deps) => {
  const checklist = createChecklist(deps);
  const calls = createCalls(deps)
    .get('/admin/checklist', adminOnly(), async (ctx) => {
      const snapshot = await deps.reader.current();
      setRevisionHeader(ctx, snapshot);
      return { items: await checklist(snapshot) };
    })
    .post('/admin/start-empty', adminOnly(failureMessages.resetContent), async (ctx) =>
      deps.saveOnHead(ctx, startEmpty(await readSample(deps.defaultContent))),
    );
  return { calls };
};
