import type { Post, Upload } from 'content-schema';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The posts whose texts show the photo, by either of its addresses. */
export const postsUsing = <P extends Pick<Post, 'content'>>(
  photo: Pick<Upload, 'id' | 'filename'>,
  posts: readonly P[],
): P[] => {
  const names = [`photos/${photo.id}`, `uploads/${photo.filename}`];
  const addresses = names.flatMap((name) => [name, encodeURI(name)]).map(escaped);
  // The id of one photo may begin with that of another that was added by hand.
  const address = new RegExp(`/(?:${addresses.join('|')})(?![\\w.-]*\\w)`);
  return posts.filter(({ content }) => address.test(content));
};
