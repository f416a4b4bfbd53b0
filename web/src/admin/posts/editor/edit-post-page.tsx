import type { PostSource } from 'content-schema';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { PostMissing } from '../post-missing.tsx';
import { POSTS } from '../../../paths.ts';
import { usePosts } from '../../../data/posts.ts';
import { postSubject } from '../../editing/subjects.ts';
import { PostEditor } from './post-editor.tsx';
import { POST_MISSING, storedPostSource } from './post-source.ts';

const EditPage = ({ id }: { readonly id: string }) => {
  const posts = usePosts();
  const { stored, error, reload } = posts;
  // A post that goes missing while it is edited keeps its form, and with it what was typed.
  const [edited, setEdited] = useState<PostSource>();
  const post = stored?.answer.find((it) => it.id === id) ?? edited;
  if (post && post !== edited) setEdited(post);

  if (stored && !post) return <PostMissing id={id} problem={POST_MISSING} />;
  return (
    <AdminPage title="Edit blog" back={{ to: POSTS, text: 'Back to blogs' }}>
      {stored && post ? (
        <PostEditor
          name={postSubject(id)}
          source={storedPostSource(posts, stored, post)}
          saveLabel="Save changes"
          createdAt={post.createdAt}
        />
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

/** `/admin/blogs/{postId}/edit` */
const EditPostPage = () => {
  const { postId = '' } = useParams();
  return <EditPage key={postId} id={postId} />;
};

export default EditPostPage;
