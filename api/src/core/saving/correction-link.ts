import type { PostPageResponse } from 'content-schema';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreInfo } from '../git-store/git-store.ts';
import type { ContentSnapshot, PostEntry } from '../reading/snapshot.ts';

/** Readers don't wait longer for GitHub, in milliseconds. */
const WAIT_MS = 1_000;

/**
 * Returns where readers suggest a correction of a post, if the site offers that and its
 * repository is public.
 */
export const correctionLink = async (
  { isPublic, pages }: StoreInfo,
  { site }: Pick<ContentSnapshot, 'site'>,
  post: Pick<PostEntry, 'path'>,
): Promise<Pick<PostPageResponse, 'correctionUrl'>> => {
  if (!site.suggestCorrections || !isPublic || !pages) return {};
  const isOpen = await Promise.race([isPublic(true), delay(WAIT_MS, false, { ref: false })]);
  return isOpen ? { correctionUrl: pages.edit(post.path) } : {};
};
