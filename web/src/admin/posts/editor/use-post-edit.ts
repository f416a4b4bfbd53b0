import { failureMessages, labelsOf, readValue } from 'content-schema';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EditSource } from '../../../data/editable-content.ts';
import { useEdit, type Edit } from '../../editing/use-edit.ts';
import { POSTS } from '../post-paths.ts';
import { postFormFields, validatePost, type PostForm } from './post-form.ts';

const MESSAGES = {
  saving: 'Saving post…',
  saved: 'Saved! Redirecting back to the list…',
  savedBefore: 'Saved',
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
  const edit = useEdit({
    name,
    source,
    validate: validatePost,
    read: (kept) => readValue(postFormFields, kept),
    messages: MESSAGES,
    fieldNames: LABELS,
  });
  const { justSaved } = edit;

  useEffect(() => {
    if (!justSaved) return;
    const timer = setTimeout(() => void navigate(POSTS), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [justSaved, navigate]);

  return edit;
};
