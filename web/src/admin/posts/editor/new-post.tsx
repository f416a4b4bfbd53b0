import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { POSTS } from '../../../paths.ts';
import { usePosts, type Posts } from '../../../data/posts.ts';
import { postIdOfSubject, postSubject } from '../../editing/edit/subjects.ts';
import { UnsavedDrafts } from '../../editing/edit/unsaved-drafts.tsx';
import { BesideSwitch, PostEditor } from './post-editor.tsx';
import { useNewPost } from './post-source.ts';

interface NewPostProps {
  /** Whether it was saved, so that this page now edits a stored post. */
  readonly isSaved: boolean;
  readonly onSaved: (id: string) => void;
}

interface NewPostFormProps extends NewPostProps {
  readonly posts: Posts;
  readonly stored: NonNullable<Posts['stored']>;
  readonly beside: boolean;
}

const focusTitle = (form: HTMLDivElement | null) => form?.querySelector('input')?.focus();

const NewPostForm = ({ posts, stored, beside, isSaved, onSaved }: NewPostFormProps) => {
  const [query] = useSearchParams();
  const { source, id, isStored } = useNewPost(posts, stored, query.get('id') ?? undefined);
  const notifySaved = useEffectEvent(onSaved);
  useEffect(() => {
    if (isStored && id !== undefined) notifySaved(id);
  }, [isStored, id]);
  return (
    <div ref={focusTitle}>
      <PostEditor
        beside={beside}
        name={id === undefined ? 'new post' : postSubject(id)}
        id={id}
        beginWith={query.get('draft') ?? undefined}
        source={source}
        saveLabel={isSaved ? 'Save changes' : 'Create blog'}
      />
    </div>
  );
};

/** The form of a new post. It stays open when the post is saved with Ctrl+S. */
export const NewPost = (props: NewPostProps) => {
  const posts = usePosts();
  const [beside, setBeside] = useState(false);
  const { stored, error, reload } = posts;
  const [query] = useSearchParams();
  const draft = query.get('draft');
  // The address of a saved post names no draft, but its form stays.
  const [begun, setBegun] = useState(draft);
  if (draft !== null && draft !== begun) setBegun(draft);
  return (
    <AdminPage
      title={props.isSaved ? 'Edit post' : 'New post'}
      back={{ to: POSTS, text: 'Back to blogs' }}
      actions={<BesideSwitch beside={beside} onBeside={setBeside} />}
    >
      {begun === null && (
        <UnsavedDrafts isListed={(name, isNew) => isNew && postIdOfSubject(name) !== undefined} />
      )}
      {stored ? (
        <NewPostForm key={begun} posts={posts} stored={stored} beside={beside} {...props} />
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};
