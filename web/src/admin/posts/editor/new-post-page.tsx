import { useSearchParams } from 'react-router-dom';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { POSTS } from '../../../paths.ts';
import { usePosts, type Posts } from '../../../data/posts.ts';
import { postSubject } from '../../editing/subjects.ts';
import { PostEditor } from './post-editor.tsx';
import { useNewPost } from './post-source.ts';

interface NewPostProps {
  readonly posts: Posts;
  readonly stored: NonNullable<Posts['stored']>;
}

const NewPost = ({ posts, stored }: NewPostProps) => {
  const [query] = useSearchParams();
  const { source, id } = useNewPost(posts, stored, query.get('id') ?? undefined);
  return (
    <PostEditor
      name={id === undefined ? 'new post' : postSubject(id)}
      id={id}
      beginWith={query.get('draft') ?? undefined}
      source={source}
      saveLabel="Create blog"
    />
  );
};

/** `/admin/blogs/new` */
const NewPostPage = () => {
  const posts = usePosts();
  const { stored, error, reload } = posts;
  return (
    <AdminPage title="New blog" back={{ to: POSTS, text: 'Back to blogs' }}>
      {stored ? (
        <NewPost posts={posts} stored={stored} />
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default NewPostPage;
