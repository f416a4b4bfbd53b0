import {
  failureMessages,
  hasTag,
  postPath,
  sortPosts,
  tagKey,
  type PostHeading,
  counted,
} from 'content-schema';
import { useId, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/form/field.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { Problem } from '../../../../ui/messages.tsx';
import { tagCountsOf } from '../../../../site/post-lists.ts';
import { Failure, useAction } from '../../layout/action.tsx';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { useFileProblems } from '../../editing/edit/file-problems.tsx';
import { HiddenBadge, PostDate, ProblemBadge } from '../../layout/badges.tsx';
import { POSTS, adminPostPath } from '../../../../paths.ts';
import { adminTagPath } from '../../paths.ts';
import { usePosts, type Posts } from '../../../../data/posts.ts';
import { ApiError } from '../../../../data/request.ts';

const TaggedPost = ({ post }: { readonly post: PostHeading }) => {
  const titleId = useId();
  const { id, title } = post;
  const hasProblem = useFileProblems(postPath(id)).length > 0;
  return (
    <li className="apart divided">
      <div>
        <h2 id={titleId} className="line large" dir="auto">
          {title}
          <HiddenBadge post={post} />
          {hasProblem && <ProblemBadge />}
        </h2>
        <PostDate post={post} />
      </div>
      <ButtonLink to={adminPostPath(id)} aria-describedby={titleId}>
        View post
      </ButtonLink>
    </li>
  );
};

const RenameTag = ({ posts, tag }: { readonly posts: Posts; readonly tag: string }) => {
  const navigate = useNavigate();
  const [to, setTo] = useState('');
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const { status, run } = useAction();
  const failed = status.state === 'error' ? status : undefined;
  const issues = failed?.error instanceof ApiError ? failed.error.issues : [];
  const counts = tagCountsOf(posts.stored?.response ?? []);
  const countOf = (name: string) => counts.find((other) => tagKey(other.tag) === tagKey(name));
  const { tag: from, count } = countOf(tag) ?? { tag, count: 0 };
  const other = tagKey(to) === tagKey(tag) ? undefined : countOf(to);
  const target = other?.tag ?? to.trim();
  const rename = async () => {
    setUnreadable(await posts.renameTag(from, target));
    setTo('');
    await navigate(adminTagPath(to), { replace: true });
  };
  return (
    <details className="stack-3">
      <summary>Rename this tag</summary>
      {unreadable.length > 0 && <Problem>Not changed: {unreadable.join(', ')}</Problem>}
      <Form
        className="stack-3 start"
        issues={issues}
        onSubmit={() => {
          const words = { done: '', failed: failureMessages.savePosts };
          if (status.state !== 'busy') void run(rename, words);
        }}
      >
        <TextField path="to" label="New name" autoComplete="off" value={to} onChange={setTo} />
        <p role="status" className="status">
          {other &&
            `“${other.tag}” is in ${counted(other.count, 'post')} already: the tags are merged.`}
        </p>
        <Button variant="primary" type="submit" pending={status.state === 'busy'}>
          {other ? 'Merge' : 'Rename'} in {counted(count, 'post')}
        </Button>
        {failed && issues.length === 0 && <Failure {...failed} />}
      </Form>
    </details>
  );
};

/** `/admin/blogs/tags/{tagSlug}`: all posts with the tag, including hidden ones */
const TagPage = () => {
  const { tagSlug = '' } = useParams();
  const posts = usePosts();
  const { stored, error, reload } = posts;
  const tagged = sortPosts(stored?.response.filter((post) => hasTag(post, tagSlug)) ?? []);
  return (
    <AdminPage title={`Posts tagged “${tagSlug}”`} back={{ to: POSTS, text: 'Back to blogs' }}>
      {!stored && <ContentPending error={error} retry={reload} />}
      {stored && tagged.length === 0 && (
        <p className="empty">No posts currently use the tag “{tagSlug}”.</p>
      )}
      {tagged.length > 0 && <RenameTag posts={posts} tag={tagSlug} />}
      <ul role="list" className="stack-4">
        {tagged.map((post) => (
          <TaggedPost key={post.id} post={post} />
        ))}
      </ul>
    </AdminPage>
  );
};

export default TagPage;
