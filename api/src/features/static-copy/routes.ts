import { failureMessages, productSchema } from 'content-schema';
import { slugOf } from 'content-schema/post-id';
import { zip } from '../../core/zip.ts';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { textChange } from '../../core/saving/save-command.ts';
import { adminOnly, createCalls } from '../../core/http/calls.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { setRevisionHeader } from '../../core/http/requests/revision.ts';
import { staticCopy } from './static-copy.ts';

const WORKFLOW = '.github/workflows/publish.yml';

/** Hourly, since a plan may be changed by any push. */
const workflowOf = (product: string, branch: string): string =>
  `name: Publish to GitHub Pages
on:
  push:
    branches: [${JSON.stringify(branch)}]
  # For what is planned.
  schedule: [{ cron: '7 * * * *' }]
  workflow_dispatch:
permissions: { contents: read, pages: write, id-token: write }
jobs:
  site:
    uses: ${product}/.github/workflows/publish.yml@main
    with: { product: ${product} }
`;

/** `/api/admin/static-copy`: the public site as files, and the workflow that publishes them */
export const staticCopyFeature: CreateFeature = (deps) => {
  const { reader, store, info, publishedAt } = deps;
  const saving = adminOnly(failureMessages.saveContent).json(productSchema);
  const calls = createCalls(deps).get('/admin/static-copy', adminOnly(), async (ctx) => {
    if (publishedAt !== undefined)
      throw new EntityNotFound('Another generator publishes this site');
    const snapshot = await reader.current();
    const range = { from: snapshot.revision, page: 1, perPage: 1 };
    const [newest] = (await store.history(range)).commits;
    setRevisionHeader(ctx, snapshot);
    ctx.status = 200;
    ctx.attachment(`${slugOf(snapshot.site.title) || 'site'}-files.zip`);
    ctx.etag = `W/"${snapshot.revision}-${snapshot.asOf}"`;
    if (ctx.fresh || ctx.method === 'HEAD') return;
    const answer = ctx.app.callback();
    const files = staticCopy({ ...deps, handle: (...exchange) => void answer(...exchange) });
    ctx.body = zip(files, new Date(newest?.date ?? 0));
  });
  calls.put('/admin/static-copy/workflow', saving, (ctx, { repository }) => {
    const text = workflowOf(repository, info.branch);
    const changes = new Map([textChange(WORKFLOW, text)]);
    const command = () => Promise.resolve({ subject: 'Publish to GitHub Pages', changes });
    return deps.saveOnHead(ctx, command);
  });
  return { calls };
};
