import { useState } from 'react';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { PostMissing } from '../post-missing.tsx';
import { POSTS } from '../../../paths.ts';
import { usePosts } from '../../../data/posts.ts';
import { postSubject } from '../../editing/edit/subjects.ts';
import { useFollowedPost } from '../followed-post.ts';
import { BesideSwitch, PostEditor } from './post-editor.tsx';
import { POST_MISSING, storedPostSource } from './post-source.ts';

interface EditPostProps {
  readonly id: string;
  /** Opens the page of another id, keeping the edits. */
  readonly onRenamed: (id: string) => void;
}

/** The form of a stored post. */
export const EditPost = ({ id, onRenamed }: EditPostProps) => {
  const posts = usePosts();
  const [beside, setBeside] = useState(false);
  // A post that is deleted or renamed during editing keeps its form, and thus the edits.
  const { followed, isMissing, error, reload, latest } = useFollowedPost(posts, id);

  if (isMissing) return <PostMissing id={id} problem={POST_MISSING} />;
  return (
    <AdminPage
      title="Edit post"
      back={{ to: POSTS, text: 'Back to blogs' }}
      actions={<BesideSwitch beside={beside} onBeside={setBeside} />}
    >
      {followed ? (
        <PostEditor
          name={postSubject(followed.post.id)}
          id={followed.post.id}
          source={storedPostSource(posts, followed, latest)}
          beside={beside}
          saveLabel="Save changes"
          createdAt={followed.post.createdAt}
          notice={
            followed.post.id !== id && {
              message: 'This post was renamed elsewhere. It is saved under its new address.',
              action: {
                label: 'Open its new address',
                run: () => onRenamed(followed.post.id),
              },
            }
          }
        />
      ) : (
        <ContentPending error={posts.error ?? error} retry={posts.stored ? reload : posts.reload} />
      )}
    </AdminPage>
  );
};
