import type { CommitSummary } from 'content-schema';
import { useSession } from '../../../data/use-session.ts';

const ORIGINS = { site: '', github: ', at GitHub', push: ', pushed' } as const;

/** Who made a change, and where, e.g. `You` or `Grace Hopper, pushed`. */
export const authorName = (
  { author, origin }: CommitSummary,
  email: string | undefined,
): string => {
  const isYours = origin === 'site' || author.email.toLowerCase() === email?.toLowerCase();
  return `${isYours ? 'You' : author.name || author.email || 'Somebody'}${ORIGINS[origin]}`;
};

export const useAuthorName = (): ((commit: CommitSummary) => string) => {
  const { session } = useSession();
  const email = session.state === 'signed-in' ? session.user.email : undefined;
  return (commit) => authorName(commit, email);
};
