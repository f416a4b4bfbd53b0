import type { UndoRequest } from 'content-schema';
import { useSWRConfig } from 'swr';
import { forgetPublicContent } from './content.ts';
import { useKeepSession } from './keep-session.ts';
import { EDITABLE_CONTENT } from './loaded-content.ts';
import { PHOTOS } from './photos.ts';
import { isPostTextKey } from './post-text.ts';
import { ApiError, newIdempotencyKey, request } from './request.ts';

const changesWithSaves = (key: unknown): boolean =>
  Array.isArray(key) && String(key[0]).startsWith('GET /history');

/** Returns a function that reloads all cached content, for use after a save of arbitrary files. */
export const useReloadContent = (): (() => Promise<void>) => {
  const { mutate } = useSWRConfig();
  return async () => {
    void mutate(isPostTextKey, undefined);
    void mutate(changesWithSaves);
    void mutate(PHOTOS);
    await forgetPublicContent();
    await mutate(EDITABLE_CONTENT);
  };
};

/** The administrator's choices where a change overlaps with others. */
export interface Decided {
  readonly decisions: UndoRequest['decisions'];
  /** The commit against which the administrator made the decisions. */
  readonly revision?: string | undefined;
}

/**
 * Returns a function that reverts a commit. It resolves to the sha of the new commit; undefined if
 * nothing was left to revert. It sends an undo without a response again, which is done only once.
 */
export const useUndoCommit = (): ((
  commit: string,
  decided?: Decided,
) => Promise<string | undefined>) => {
  const keepSession = useKeepSession();
  const reloadContent = useReloadContent();
  return async (commit, { decisions, revision } = { decisions: [] }) => {
    const idempotencyKey = newIdempotencyKey();
    const input = { params: { commit }, body: { decisions }, revision, idempotencyKey };
    const send = () => keepSession(() => request('POST /history/{commit}/undo', input));
    try {
      const sent = await send().catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        return send();
      });
      return sent.commit;
    } finally {
      // Also without a response: the change may have been undone.
      await reloadContent().catch(() => undefined);
    }
  };
};
