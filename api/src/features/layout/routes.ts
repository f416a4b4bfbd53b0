import { failureMessages, LAYOUT_FILE, layoutSchema, textOfLayout } from 'content-schema';
import { adminOnly, createCalls } from '../../core/http/calls.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { summaryOfLayout } from '../../core/reading/layout-summary.ts';
import { textChange } from '../../core/saving/save-command.ts';
import { correctionIn } from 'content-schema/layout';

const SAVING = adminOnly(failureMessages.saveContent).json(layoutSchema);

/** `/api/admin/layout`: where the repository of another site generator keeps what */
export const layoutFeature: CreateFeature = (deps) => ({
  calls: createCalls(deps)
    .get('/admin/layout', adminOnly(), async () => {
      return { layout: summaryOfLayout(await deps.reader.current()) ?? null };
    })
    .put('/admin/layout', SAVING, (ctx, { isCorrected, ...correction }) =>
      deps.saveOnHead(ctx, async ({ current: { tree }, blobs }) => {
        if (!tree.layout) throw new EntityNotFound('The repository has no other layout');
        const { sha } = tree.get(LAYOUT_FILE) ?? {};
        const before = sha ? correctionIn(await blobs.text(sha)) : {};
        const text = textOfLayout({ ...before, ...correction });
        return !isCorrected
          ? {
              subject: 'Go back to the layout that was found',
              changes: new Map([[LAYOUT_FILE, null]]),
            }
          : { subject: 'Correct the layout', changes: new Map([textChange(LAYOUT_FILE, text)]) };
      }),
    ),
});
