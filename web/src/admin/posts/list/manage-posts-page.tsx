import { Plus } from 'lucide-react';
import { ButtonLink } from '../../../ui/button.tsx';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { isPostSubject } from '../../editing/edit/subjects.ts';
import { UnsavedDrafts } from '../../editing/edit/unsaved-drafts.tsx';
import { ChooseFiles, ImportPosts } from '../import/import-posts.tsx';
import { useImport } from '../import/use-import.ts';
import { NEW_POST } from '../../../admin-paths.ts';
import { usePosts } from '../../../data/posts.ts';
import { PostsTable } from './posts-table.tsx';

/** `/admin/blogs` */
const PostsPage = () => {
  const posts = usePosts();
  const { stored, error, reload } = posts;
  const importing = useImport(reload);
  const choice = {
    disabled: importing.status.state === 'sending',
    onChoose: (files: readonly File[]) => void importing.choose(files),
  };

  return (
    <AdminPage
      title="Blogs"
      back={{ to: '/admin', text: 'Back to dashboard' }}
      actions={
        <>
          <ButtonLink variant="primary" to={NEW_POST}>
            <Plus size={18} aria-hidden="true" />
            Create new blog
          </ButtonLink>
          <ChooseFiles {...choice} />
        </>
      }
    >
      <UnsavedDrafts isListed={isPostSubject} />
      <ImportPosts importing={importing} stored={stored?.response} />
      {stored ? (
        <PostsTable posts={posts} all={stored.response}>
          <ChooseFiles {...choice} folder />
        </PostsTable>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default PostsPage;
