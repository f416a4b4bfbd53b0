import { ButtonLink } from '../../ui/button.tsx';
import { Problem } from '../../ui/messages.tsx';
import { AdminPage } from '../layout/admin-page.tsx';
import { postSubject } from '../editing/edit/subjects.ts';
import { UnsavedDrafts } from '../editing/edit/unsaved-drafts.tsx';
import { POSTS } from '../../paths.ts';

interface PostMissingProps {
  readonly id: string;
  /** The message of the action that failed. */
  readonly problem?: string;
}

/** Shown instead of a post that doesn't exist. */
export const PostMissing = ({ id, problem }: PostMissingProps) => (
  <AdminPage title="Blog post not found">
    <UnsavedDrafts isListed={(name) => name === postSubject(id)} />
    <div className="stack-4 start">
      {problem !== undefined && <Problem>{problem}</Problem>}
      <p>It may have been deleted, or its address may have changed.</p>
      <ButtonLink variant="primary" to={POSTS}>
        Back to blogs
      </ButtonLink>
    </div>
  </AdminPage>
);
