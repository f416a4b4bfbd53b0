import { REVISION_HEADER } from 'content-schema';
import type { Context } from 'koa';
import { InvalidInput } from '../../content/errors.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { CommitSha } from '../../git-store/git-store.ts';

/**
 * The commit from which the request's edits began, as the client says it; undefined when it says
 * none. Throws `InvalidInput` for what is no commit id.
 */
export const readBaseRevision = (ctx: Context): CommitSha | undefined => {
  const sent = ctx.get(REVISION_HEADER);
  if (sent === '') return undefined;
  if (!isCommitSha(sent)) {
    throw new InvalidInput([
      { path: REVISION_HEADER, message: `${REVISION_HEADER} must be a commit id` },
    ]);
  }
  return sent;
};

/** Says which commit the answer's content is from. */
export const setRevisionHeader = (ctx: Context, { revision }: ContentSnapshot): void => {
  ctx.set(REVISION_HEADER, revision);
};
