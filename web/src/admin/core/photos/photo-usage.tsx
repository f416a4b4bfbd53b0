import { LOAD_FAILED, type PhotoUse, type Upload } from 'content-schema';
import { usePhotos } from '../../../data/photos.ts';
import { messageOf } from '../../../data/request.ts';
import { Problem } from '../../../ui/messages.tsx';

export const keyOfUse = (use: PhotoUse): string =>
  'id' in use ? use.id : `${use.file} ${use.field}`;

/** Warns about the posts and other texts that use photos which are about to be deleted. */
export const PhotoUsage = ({ photos }: { readonly photos: readonly Upload[] }) => {
  // Loads the list again, which may predate a post that was saved elsewhere.
  const { photos: listed = photos, error } = usePhotos();
  if (error !== undefined) return <Problem>{messageOf(error, LOAD_FAILED)}</Problem>;
  const ids = new Set(photos.map(({ id }) => id));
  const allUses = listed.flatMap(({ id, usedIn = [] }) => (ids.has(id) ? usedIn : []));
  const uses = [...new Map(allUses.map((use) => [keyOfUse(use), use])).values()];
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
