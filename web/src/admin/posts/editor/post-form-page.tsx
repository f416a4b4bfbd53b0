import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { editPostPath } from '../../../paths.ts';
import { EditPost } from './edit-post.tsx';
import { NewPost } from './new-post.tsx';

/** A random key, so that drafts of other new posts don't match, even after a reload. */
const newForm = () => ({ key: `new ${Math.random()}`, isSaved: false });

/**
 * `/admin/blogs/new` and `/admin/blogs/{postId}/edit`: one page, whose form stays when saving gives
 * the post its address or changes it.
 */
const PostFormPage = () => {
  const { postId } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { readonly form?: string } | null };
  const [blank, setBlank] = useState(newForm);
  const form = postId === undefined ? blank.key : (state?.form ?? postId);
  const isBlank = form === blank.key;
  if (isBlank && postId !== undefined && !blank.isSaved) setBlank({ ...blank, isSaved: true });
  // Starts a new form for the next new post.
  if (postId === undefined && blank.isSaved) setBlank(newForm());

  const moveTo = (id: string, keepsPlace: boolean) =>
    void navigate(editPostPath(id), { replace: true, state: { form, keepsPlace } });
  if (isBlank) {
    return <NewPost key={form} isSaved={postId !== undefined} onSaved={(id) => moveTo(id, true)} />;
  }
  return <EditPost key={form} id={postId ?? ''} onRenamed={(id) => moveTo(id, false)} />;
};

export default PostFormPage;
