import { LOAD_FAILED, type Post, type PostHeading, type Upload } from 'content-schema';
import { Problem, Status } from '../../ui/messages.tsx';
import useSWR from 'swr';
import { usePosts } from '../../data/posts.ts';
import { messageOf } from '../../data/request.ts';
import styles from './photo-table.module.css';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const namesOf = ({ id, filename }: Pick<Upload, 'id' | 'filename'>): string[] =>
  [`photos/${id}`, `uploads/${filename}`].flatMap((name) => [name, encodeURI(name)]);

/** The posts whose texts show the photo, by either of its addresses. */
export const postsUsing = <P extends Pick<Post, 'content'>>(
  photo: Pick<Upload, 'id' | 'filename'>,
  posts: readonly P[],
): P[] => {
  const addresses = namesOf(photo).map(escaped);
  // The id of one photo may begin with that of another that was added by hand.
  const address = new RegExp(`/(?:${addresses.join('|')})(?![\\w.-]*\\w)`);
  return posts.filter(({ content }) => address.test(content));
};

/** The same of all posts that are stored. */
const usePhotoUsage = (photo: Upload) => {
  const { stored, search, read } = usePosts();
  return useSWR<readonly Pick<PostHeading, 'id' | 'title'>[], unknown>(
    stored ? ['posts with a photo', photo.id, stored.revision] : null,
    async () => {
      if (photo.usedIn) return photo.usedIn;
      const ids = await Promise.all(namesOf(photo).map(search));
      const found = await Promise.all([...new Set(ids.flat())].map(read));
      return postsUsing(
        photo,
        found.flatMap((it) => it?.answer ?? []),
      );
    },
  );
};

/** Warns of the posts that will lack a photo when it is deleted. */
export const PhotoUsage = ({ photo }: { readonly photo: Upload }) => {
  const { data: posts, error } = usePhotoUsage(photo);
  if (error !== undefined) return <Problem>{messageOf(error, LOAD_FAILED)}</Problem>;
  if (!posts) return <Status message="Looking for posts that use it…" />;
  if (posts.length === 0) return <p>No post uses it.</p>;
  return (
    <div className={styles.warning}>
      <p>{posts.length === 1 ? 'This post uses it' : 'These posts use it'} and will lack it:</p>
      <ul>
        {posts.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </div>
  );
};
