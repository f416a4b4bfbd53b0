import { LOAD_FAILED, type PhotoUse, type Post, type Upload } from 'content-schema';
import { Problem, Status } from '../../ui/messages.tsx';
import useSWR from 'swr';
import { usePhotos } from '../../data/photos.ts';
import { usePosts } from '../../data/posts.ts';
import { messageOf } from '../../data/request.ts';
import styles from './photo-table.module.css';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const namesOf = ({ id, filename }: Pick<Upload, 'id' | 'filename'>): string[] =>
  [`photos/${id}`, `uploads/${filename}`].flatMap((name) => [name, encodeURI(name)]);

/** The posts whose texts contain one of the photo's addresses. */
export const postsUsing = <P extends Pick<Post, 'content'>>(
  photo: Pick<Upload, 'id' | 'filename'>,
  posts: readonly P[],
): P[] => {
  const addresses = namesOf(photo).map(escaped);
  // A photo that was added with git may have an id that begins with another photo's id.
  const address = new RegExp(`/(?:${addresses.join('|')})(?![\\w.-]*\\w)`);
  return posts.filter(({ content }) => address.test(content));
};

/** A unique key for a use of photos. */
export const keyOfUse = (use: PhotoUse): string =>
  'id' in use ? use.id : `${use.file} ${use.field}`;

/** Loads the posts and other texts that use any of the photos. */
const usePhotoUsage = (photos: readonly Upload[]) => {
  const { stored, search, read } = usePosts();
  const { latest } = usePhotos(false);
  const find = async (photo: Upload): Promise<readonly PhotoUse[]> => {
    if (photo.usedIn) return photo.usedIn;
    const ids = await Promise.all(namesOf(photo).map(search));
    const result = await Promise.all([...new Set(ids.flat())].map(read));
    return postsUsing(
      photo,
      result.flatMap((it) => it?.response ?? []),
    );
  };
  const key = photos.map(({ id }) => id).join();
  return useSWR<readonly PhotoUse[], unknown>(
    stored ? ['posts with photos', key, stored.revision] : null,
    async () => {
      // The cached list may predate a post that was saved elsewhere.
      const now = new Map((await latest()).map((photo) => [photo.id, photo]));
      const known = photos.map((photo) => now.get(photo.id) ?? photo);
      const uses = (await Promise.all(known.map(find))).flat();
      return [...new Map(uses.map((use) => [keyOfUse(use), use])).values()];
    },
  );
};

/** Warns about the posts and other texts that use photos which are about to be deleted. */
export const PhotoUsage = ({ photos }: { readonly photos: readonly Upload[] }) => {
  const { data: uses, error } = usePhotoUsage(photos);
  if (error !== undefined) return <Problem>{messageOf(error, LOAD_FAILED)}</Problem>;
  if (!uses) return <Status message="Looking for posts that use it…" />;
  const it = photos.length === 1 ? 'it' : 'them';
  if (uses.length === 0) return <p>No post uses {it}.</p>;
  const what = uses.every((use) => 'id' in use) ? 'post' : 'text';
  return (
    <div className={styles.warning}>
      <p>
        {uses.length === 1 ? `This ${what} uses ${it}` : `These ${what}s use ${it}`} and will show a
        gap:
      </p>
      <ul>
        {uses.map((use) => (
          <li key={keyOfUse(use)}>{use.title}</li>
        ))}
      </ul>
    </div>
  );
};
