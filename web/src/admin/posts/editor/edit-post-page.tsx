import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { PostMissing } from '../post-missing.tsx';
import { POSTS, editPostPath } from '../../../paths.ts';
import { usePosts } from '../../../data/posts.ts';
import { postSubject } from '../../editing/subjects.ts';
import { useFollowedPost } from '../followed-post.ts';
import { PostEditor } from './post-editor.tsx';
import { POST_MISSING, storedPostSource } from './post-source.ts';

interface EditPageProps {
  /** The post's id in the address of the page. */
  readonly id: string;
  /** Opens the page of a post with what is typed in it. */
  readonly onRenamed: (id: string) => void;
}

const EditPage = ({ id, onRenamed }: EditPageProps) => {
  const posts = usePosts();
  // A post that goes missing while it is edited keeps its form, and with it what was typed.
  const { followed, isMissing, error, reload, latest } = useFollowedPost(posts, id);

  if (isMissing) return <PostMissing id={id} problem={POST_MISSING} />;
  return (
    <AdminPage title="Edit blog" back={{ to: POSTS, text: 'Back to blogs' }}>
      {followed ? (
        <PostEditor
          name={postSubject(followed.post.id)}
          id={followed.post.id}
          source={storedPostSource(posts, followed, latest)}
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

/** `/admin/blogs/{postId}/edit` */
const EditPostPage = () => {
  const { postId = '' } = useParams();
  const navigate = useNavigate();
  // A page keeps its form when the post's address changes.
  const { state } = useLocation() as { state: { readonly form?: string } | null };
  const form = state?.form ?? postId;
  const open = (id: string) => void navigate(editPostPath(id), { replace: true, state: { form } });
  return <EditPage key={form} id={postId} onRenamed={open} />;
};

export default EditPostPage;
