import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { editPostPath } from '../../../paths.ts';
import { EditPost } from './edit-post.tsx';
import { NewPost } from './new-post.tsx';

/** Of no other new post, also before the page was reloaded. */
const newForm = () => ({ key: `new ${Math.random()}`, isSaved: false });

/**
 * `/admin/blogs/new` and `/admin/blogs/{postId}/edit`: one page, which keeps its form when the post
 * gets its address, or another one.
 */
const PostFormPage = () => {
  const { postId } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { readonly form?: string } | null };
  const [blank, setBlank] = useState(newForm);
  const form = postId === undefined ? blank.key : (state?.form ?? postId);
  const isBlank = form === blank.key;
  if (isBlank && postId !== undefined && !blank.isSaved) setBlank({ ...blank, isSaved: true });
  // The next new post has a form of its own.
  if (postId === undefined && blank.isSaved) setBlank(newForm());

  const moveTo = (id: string, keepsPlace: boolean) =>
    void navigate(editPostPath(id), { replace: true, state: { form, keepsPlace } });
  if (isBlank) {
    return <NewPost key={form} isSaved={postId !== undefined} onSaved={(id) => moveTo(id, true)} />;
  }
  return <EditPost key={form} id={postId ?? ''} onRenamed={(id) => moveTo(id, false)} />;
};

export default PostFormPage;
