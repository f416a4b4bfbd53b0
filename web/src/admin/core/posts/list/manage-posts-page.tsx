import { postKind } from 'content-schema';
import { Plus } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../../ui/button.tsx';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { isPostForm } from '../../editing/edit/targets.ts';
import { UnsavedDrafts } from '../../editing/edit/unsaved-drafts.tsx';
import { Slot } from '../../feature.tsx';
import { NEW_PAGE, NEW_POST, PAGES_LIST } from '../../paths.ts';
import { POSTS } from '../../../../paths.ts';
import { usePosts } from '../../../../data/posts.ts';
import { PostsTable } from './posts-table.tsx';

/** `/admin/blogs` and `/admin/pages` */
const PostsPage = () => {
  const posts = usePosts();
  const { stored, error, reload } = posts;
  const kind = useLocation().pathname === PAGES_LIST ? 'page' : 'post';
  const all = stored?.response.filter((post) => postKind(post) === kind);

  return (
    <Slot name="postList" stored={stored?.response} onChanged={reload}>
      {({ actions, panel }) => (
        <AdminPage
          title={kind === 'page' ? 'Pages' : 'Blogs'}
          back={{ to: '/admin', text: 'Back to dashboard' }}
          actions={
            <>
              <ButtonLink variant="primary" to={kind === 'page' ? NEW_PAGE : NEW_POST}>
                <Plus size={18} aria-hidden="true" />
                {kind === 'page' ? 'Write a page' : 'Create new blog'}
              </ButtonLink>
              <ButtonLink to={kind === 'page' ? POSTS : PAGES_LIST}>
                {kind === 'page' ? 'Blogs' : 'Pages'}
              </ButtonLink>
              {kind === 'post' && actions}
            </>
          }
        >
          <UnsavedDrafts isListed={isPostForm} />
          {panel}
          {all ? (
            <PostsTable key={kind} kind={kind} posts={posts} all={all} />
          ) : (
            <ContentPending error={error} retry={reload} />
          )}
        </AdminPage>
      )}
    </Slot>
  );
};

export default PostsPage;
