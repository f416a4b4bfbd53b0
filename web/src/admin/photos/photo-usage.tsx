import { LOAD_FAILED, type PhotoUse, type Upload } from 'content-schema';
import useSWR from 'swr';
import { usePhotos } from '../../data/photos.ts';
import { usePosts } from '../../data/posts.ts';
import { messageOf } from '../../data/request.ts';
import { Problem } from '../../ui/messages.tsx';
import { Status } from '../../ui/status.tsx';

/** A unique key for a use of photos. */
export const keyOfUse = (use: PhotoUse): string =>
  'id' in use ? use.id : `${use.file} ${use.field}`;

/** Loads the posts and other texts that use any of the photos. */
const usePhotoUsage = (photos: readonly Upload[]) => {
  const { stored } = usePosts();
  const { latest } = usePhotos(false);
  const ids = photos.map(({ id }) => id).join();
  return useSWR<readonly PhotoUse[], unknown>(
    stored ? ['posts with photos', ids, stored.revision] : null,
    async () => {
      // The cached list may predate a post that was saved elsewhere.
      const current = new Map((await latest()).map((photo) => [photo.id, photo]));
      const uses = photos.flatMap((photo) => (current.get(photo.id) ?? photo).usedIn ?? []);
      return [...new Map(uses.map((use) => [keyOfUse(use), use])).values()];
    },
  );
};

/** Warns about the posts and other texts that use photos which are about to be deleted. */
export const PhotoUsage = ({ photos }: { readonly photos: readonly Upload[] }) => {
  const { data: uses, error } = usePhotoUsage(photos);
  if (error !== undefined) return <Problem>{messageOf(error, LOAD_FAILED)}</Problem>;
  if (!uses) return <Status message="Looking for posts that use it…" />;
  const those = photos.length === 1 ? 'it' : 'them';
  if (uses.length === 0) return <p>No post uses {those}.</p>;
  const noun = uses.every((use) => 'id' in use) ? 'post' : 'text';
  return (
    <div className="notice warning">
      <p>
        {uses.length === 1 ? `This ${noun} uses ${those}` : `These ${noun}s use ${those}`} and will
        show a gap:
      </p>
      <ul>
        {uses.map((use) => (
          <li key={keyOfUse(use)}>{use.title}</li>
        ))}
      </ul>
    </div>
  );
};
