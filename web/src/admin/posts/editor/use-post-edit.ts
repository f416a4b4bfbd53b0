import { failureMessages, labelsOf } from 'content-schema';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EditSource } from '../../../data/editable-content.ts';
import { useEdit, type Edit } from '../../editing/use-edit.ts';
import { POSTS } from '../post-paths.ts';
import { postFormFields, validatePost, type PostForm } from './post-form.ts';

const MESSAGES = {
  saving: 'Saving post…',
  saved: 'Saved! Redirecting back to the list…',
  failed: failureMessages.savePosts,
};

const LABELS = labelsOf(postFormFields);

/** Long enough to read that the post was saved. */
const REDIRECT_MS = 1000;

/**
 * Edits a post, and goes back to the list when it is saved and nothing was typed since.
 *
 * @param name tells its drafts from those of others.
 */
export const usePostEdit = (name: string, source: EditSource<PostForm>): Edit<PostForm> => {
  const navigate = useNavigate();
  const [saves, setSaves] = useState(0);
  const edit = useEdit({
    name,
    source,
    validate: validatePost,
    messages: MESSAGES,
    fieldNames: LABELS,
    onSaved: () => setSaves((count) => count + 1),
  });
  const { unsaved } = edit;

  useEffect(() => {
    if (saves === 0 || unsaved) return;
    const timer = setTimeout(() => void navigate(POSTS), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [saves, unsaved, navigate]);

  return edit;
};
