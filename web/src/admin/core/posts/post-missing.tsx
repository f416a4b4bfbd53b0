import { Navigate } from 'react-router-dom';
import useSWR from 'swr';
import { usePosts } from '../../../data/posts.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { AdminPage } from '../layout/admin-page.tsx';
import { postFormName } from '../editing/edit/targets.ts';
import { UnsavedDrafts } from '../editing/edit/unsaved-drafts.tsx';
import { POSTS } from '../../../paths.ts';

interface PostMissingProps {
  readonly id: string;
  readonly pathOf: (id: string) => string;
  readonly problem?: string;
}

/** Shown instead of a post that doesn't exist. Leads on if the post has another address now. */
export const PostMissing = ({ id, pathOf, problem }: PostMissingProps) => {
  const { read } = usePosts();
  const { data, isLoading } = useSWR(['moved post', id], () => read(id));
  if (isLoading) return <AdminPage title="Blog post">{null}</AdminPage>;
  if (data) return <Navigate replace to={pathOf(data.response.id)} />;
  return (
    <AdminPage title="Blog post not found">
      <UnsavedDrafts isListed={(form) => form === postFormName(id)} />
      <div className="stack-4 start">
        {problem !== undefined && <Problem>{problem}</Problem>}
        <p>It may have been deleted, or its address may have changed.</p>
        <ButtonLink variant="primary" to={POSTS}>
          Back to blogs
        </ButtonLink>
      </div>
    </AdminPage>
  );
};
