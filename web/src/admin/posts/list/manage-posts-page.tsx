import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { isPostSubject } from '../../editing/subjects.ts';
import { UnsavedDrafts } from '../../editing/unsaved-drafts.tsx';
import { ChooseFiles, ImportPosts } from '../import/import-posts.tsx';
import { NEW_POST } from '../../../paths.ts';
import { usePosts } from '../../../data/posts.ts';
import { PostList } from './posts-table.tsx';

/** `/admin/blogs` */
const PostsPage = () => {
  const posts = usePosts();
  const { stored, error, reload } = posts;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [choices, setChoices] = useState(0);

  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    setChoices((count) => count + 1);
  };
  const dropFiles = () => setFiles([]);
  const cancel = () => {
    dropFiles();
    reload();
  };

  return (
    <AdminPage
      title="Blogs"
      back={{ to: '/admin', text: 'Back to dashboard' }}
      actions={
        <>
          <ChooseFiles onChoose={choose} />
          <ButtonLink look="primary" to={NEW_POST}>
            <Plus size={18} aria-hidden="true" />
            Create new blog
          </ButtonLink>
        </>
      }
    >
      <UnsavedDrafts isListed={isPostSubject} />
      {/* Other files are another import, which begins without the last one's outcome. */}
      <ImportPosts
        key={choices}
        files={files}
        onImported={reload}
        onDone={dropFiles}
        onCancel={cancel}
      />
      {stored ? (
        <PostList posts={posts} all={stored.answer} />
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default PostsPage;
