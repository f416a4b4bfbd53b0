import type { PostLink } from 'content-schema';
import { memoizeByIdentity } from '../../memo.ts';
import type { PhotoFile } from '../../photos/photo.ts';
import type { PostEntry } from './snapshot.ts';

const usesByName = memoizeByIdentity((posts: readonly PostEntry[]) => {
  const uses = new Map<string, PostLink[]>();
  for (const { id, title, photoNames } of posts) {
    for (const name of photoNames) {
      const found = uses.get(name);
      if (found) found.push({ id, title });
      else uses.set(name, [{ id, title }]);
    }
  }
  return uses;
});

/** The posts that name a photo, in their order; all are looked through once for each set of posts. */
export const usesOf = (
  { id, filename }: Pick<PhotoFile, 'id' | 'filename'>,
  posts: readonly PostEntry[],
): readonly PostLink[] => {
  const uses = usesByName(posts);
  const found = [...(uses.get(id) ?? []), ...(uses.get(filename) ?? [])];
  return [...new Map(found.map((use) => [use.id, use])).values()];
};
