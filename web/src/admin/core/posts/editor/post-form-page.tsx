import { postKind, type PostKind } from 'content-schema';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
  type Location,
} from 'react-router-dom';
import { usePosts } from '../../../../data/posts.ts';
import { NEW_PAGE, backFrom } from '../../paths.ts';
import { editPostPath } from '../../../../paths.ts';
import { postIdOfForm } from '../../editing/edit/targets.ts';
import { UnsavedDrafts } from '../../editing/edit/unsaved-drafts.tsx';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { PostMissing } from '../post-missing.tsx';
import { PostEditor } from './post-editor.tsx';
import { usePostFormSource } from './post-source.ts';

const POST_MISSING = 'We could not find the blog post you are trying to edit.';

const focusTitle = (form: HTMLDivElement | null) => form?.querySelector('textarea')?.focus();

interface PostFormProps {
  /** The id in the address; undefined until a new post is saved. */
  readonly postId: string | undefined;
  readonly kind: PostKind;
  readonly moveTo: (id: string, keepScroll: boolean) => void;
}

/** The form of a post. It stays open after Ctrl+S, and when others delete or rename the post. */
const PostForm = ({ postId, kind, moveTo }: PostFormProps) => {
  const posts = usePosts();
  const [query] = useSearchParams();
  // The address of a saved post names no draft, but its form stays.
  const [{ isNew, draft }] = useState({ isNew: postId === undefined, draft: query.get('draft') });
  const deletedId = query.get('id') ?? undefined;
  const { id, source, ...state } = usePostFormSource(posts, { postId, deletedId, kind });

  const savedAs = source?.isStored === true && postId === undefined ? id : undefined;
  const showAddress = useEffectEvent(moveTo);
  useEffect(() => {
    if (savedAs !== undefined) showAddress(savedAs, true);
  }, [savedAs]);

  if (!source && postId !== undefined && state.isMissing) {
    return <PostMissing id={postId} pathOf={editPostPath} problem={POST_MISSING} />;
  }
  return (
    <AdminPage
      title={`${postId === undefined ? 'New' : 'Edit'} ${kind}`}
      isTitleHidden
      back={backFrom(kind)}
    >
      {isNew && draft === null && (
        <UnsavedDrafts isListed={(form, begun) => begun && postIdOfForm(form) !== undefined} />
      )}
      {source ? (
        <div ref={isNew ? focusTitle : null}>
          <PostEditor
            kind={kind}
            id={id}
            isNew={postId === undefined}
            beginWith={draft ?? undefined}
            source={source}
            onMoved={(moved) => moveTo(moved, true)}
            notice={
              id !== undefined &&
              postId !== undefined &&
              id !== postId && {
                message: 'This post was renamed elsewhere. It is saved under its new address.',
                action: { label: 'Open its new address', run: () => moveTo(id, false) },
              }
            }
          />
        </div>
      ) : (
        <ContentPending
          error={posts.error ?? state.error}
          retry={posts.stored ? state.reload : posts.reload}
        />
      )}
    </AdminPage>
  );
};

/** Random, so that the form of another new post doesn't match, even after a reload. */
const newKey = () => `new ${Math.random()}`;

/** `/admin/blogs/new`, `/admin/pages/new`, `/admin/blogs/{postId}/edit`: a save keeps the form. */
const PostFormPage = () => {
  const { postId } = useParams();
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as Location<{ readonly form?: string } | null>;
  const [query] = useSearchParams();
  const draft = query.get('draft');
  const [opened, setOpened] = useState({ pathname, draft, newForm: newKey() });
  if (pathname !== opened.pathname || (draft !== null && draft !== opened.draft)) {
    const newForm = postId === undefined ? newKey() : opened.newForm;
    setOpened({ pathname, draft, newForm });
  }
  const form = state?.form ?? postId ?? opened.newForm;
  return (
    <PostForm
      key={form}
      postId={postId}
      kind={pathname === NEW_PAGE ? 'page' : postKind({ id: postId ?? '' })}
      moveTo={(id, keepScroll) =>
        void navigate(editPostPath(id), { replace: true, state: { form, keepScroll } })
      }
    />
  );
};

export default PostFormPage;
