import { postKind, type PostKind } from 'content-schema';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
  type Location,
} from 'react-router-dom';
import { usePosts, type Posts } from '../../../data/posts.ts';
import { NEW_PAGE, backFrom } from '../../../admin-paths.ts';
import { editPostPath } from '../../../paths.ts';
import { postIdOfSubject, postSubject } from '../../editing/edit/subjects.ts';
import { UnsavedDrafts } from '../../editing/edit/unsaved-drafts.tsx';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { useFollowedPost } from '../followed-post.ts';
import { PostMissing } from '../post-missing.tsx';
import { PostEditor } from './post-editor.tsx';
import { POST_MISSING, storedPostSource, useNewPost } from './post-source.ts';

interface EditPostProps {
  readonly id: string;
  /** Opens the page of another id, keeping the edits. */
  readonly onRenamed: (id: string, keepsPlace: boolean) => void;
}

/** The form of a stored post. */
const EditPost = ({ id, onRenamed }: EditPostProps) => {
  const posts = usePosts();
  // A post that is deleted or renamed during editing keeps its form, and thus the edits.
  const { followed, isMissing, error, reload, latest } = useFollowedPost(posts, id);

  if (isMissing) return <PostMissing id={id} pathOf={editPostPath} problem={POST_MISSING} />;
  return (
    <AdminPage title={`Edit ${postKind({ id })}`} isTitleHidden back={backFrom(postKind({ id }))}>
      {followed ? (
        <PostEditor
          name={postSubject(followed.post.id)}
          kind={postKind({ id })}
          id={followed.post.id}
          source={storedPostSource(posts, followed, latest)}
          onMoved={(moved) => onRenamed(moved, true)}
          saveLabel="Save changes"
          notice={
            followed.post.id !== id && {
              message: 'This post was renamed elsewhere. It is saved under its new address.',
              action: {
                label: 'Open its new address',
                run: () => onRenamed(followed.post.id, false),
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

interface NewPostProps {
  readonly kind: PostKind;
  /** Whether it was saved, so that this page now edits a stored post. */
  readonly isSaved: boolean;
  readonly onSaved: (id: string) => void;
}

interface NewPostFormProps extends NewPostProps {
  readonly posts: Posts;
  readonly stored: NonNullable<Posts['stored']>;
}

const focusTitle = (form: HTMLDivElement | null) => form?.querySelector('textarea')?.focus();

const NewPostForm = ({ kind, posts, stored, isSaved, onSaved }: NewPostFormProps) => {
  const [query] = useSearchParams();
  const { source, id } = useNewPost(posts, stored, query.get('id') ?? undefined, kind);
  const { isStored } = source;
  const notifySaved = useEffectEvent(onSaved);
  useEffect(() => {
    if (isStored && id !== undefined) notifySaved(id);
  }, [isStored, id]);
  return (
    <div ref={focusTitle}>
      <PostEditor
        name={id === undefined ? `new ${kind}` : postSubject(id)}
        kind={kind}
        id={id}
        beginWith={query.get('draft') ?? undefined}
        source={source}
        saveLabel={isSaved ? 'Save changes' : `Create ${kind === 'page' ? kind : 'blog'}`}
      />
    </div>
  );
};

/** The form of a new post. It stays open when the post is saved with Ctrl+S. */
const NewPost = (props: NewPostProps) => {
  const posts = usePosts();
  const { stored, error, reload } = posts;
  const [query] = useSearchParams();
  const draft = query.get('draft');
  // The address of a saved post names no draft, but its form stays.
  const [begun, setBegun] = useState(draft);
  if (draft !== null && draft !== begun) setBegun(draft);
  return (
    <AdminPage
      title={`${props.isSaved ? 'Edit' : 'New'} ${props.kind}`}
      isTitleHidden
      back={backFrom(props.kind)}
    >
      {begun === null && (
        <UnsavedDrafts isListed={(name, isNew) => isNew && postIdOfSubject(name) !== undefined} />
      )}
      {stored ? (
        <NewPostForm key={begun} posts={posts} stored={stored} {...props} />
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

/** A random key, so that drafts of other new posts don't match, even after a reload. */
const newForm = () => ({ key: `new ${Math.random()}`, isSaved: false });

/**
 * `/admin/blogs/new`, `/admin/pages/new` and `/admin/blogs/{postId}/edit`: one page, whose form stays when saving gives
 * the post its address or changes it.
 */
const PostFormPage = () => {
  const { postId } = useParams();
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as Location<{ readonly form?: string } | null>;
  const kind = pathname === NEW_PAGE ? 'page' : postKind({ id: postId ?? '' });
  const [blank, setBlank] = useState(newForm);
  const form = postId === undefined ? blank.key : (state?.form ?? postId);
  const isBlank = form === blank.key;
  if (isBlank && postId !== undefined && !blank.isSaved) setBlank({ ...blank, isSaved: true });
  // Starts a new form for the next new post.
  if (postId === undefined && blank.isSaved) setBlank(newForm());

  const moveTo = (id: string, keepsPlace: boolean) =>
    void navigate(editPostPath(id), { replace: true, state: { form, keepsPlace } });
  if (isBlank) {
    const isSaved = postId !== undefined;
    return <NewPost key={form} kind={kind} isSaved={isSaved} onSaved={(id) => moveTo(id, true)} />;
  }
  return <EditPost key={form} id={postId ?? ''} onRenamed={moveTo} />;
};

export default PostFormPage;
