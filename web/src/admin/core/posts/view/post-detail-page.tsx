import { addressOf, postKind, postPath, type PostHeading } from 'content-schema';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Pill } from '../../../../ui/pill.tsx';
import postStyles from '../../../../site/post.module.css';
import { dayOf } from '../../../../site/text.ts';
import { RenderedText } from '../../editing/compare/rendered-version.tsx';
import { FileProblems, useFileProblems } from '../../editing/edit/file-problems.tsx';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { Slot } from '../../feature.tsx';
import { ActionNote } from '../../layout/action.tsx';
import { useAsk } from '../../layout/question.tsx';
import { deletionQuestion } from '../deletion-question.tsx';
import { HiddenBadge, ProblemBadge } from '../../layout/badges.tsx';
import { hiddenNote } from '../../layout/visibility.ts';
import { PostMissing } from '../post-missing.tsx';
import { shownText } from '../shown-text.ts';
import { ViewOnSite } from '../../layout/view-on-site.tsx';
import { adminPostPath, editPostPath } from '../../../../paths.ts';
import { adminTagPath, backFrom } from '../../paths.ts';
import { AFTER_DELETION, usePostActions } from '../../layout/use-post-actions.ts';
import { usePosts, usePostSource, type Posts } from '../../../../data/posts.ts';
import { classNames } from '../../../../ui/class-names.ts';

const PostText = ({ posts, id }: { readonly posts: Posts; readonly id: string }) => {
  const { result, error, reload } = usePostSource(posts, id);
  if (!result) return <ContentPending error={error} retry={reload} />;
  const { content = '', shownAs } = result.response ?? {};
  return <RenderedText markdown={shownText(content, shownAs)} />;
};

/** The number of tags above the text; more of them would push it out of view. */
const TAGS_ABOVE = 20;

const Tags = ({ tags }: Pick<PostHeading, 'tags'>) =>
  tags.map((tag, index) => (
    <Pill key={index} to={adminTagPath(tag)}>
      {tag}
    </Pill>
  ));

const PostView = ({ posts, post }: { readonly posts: Posts; readonly post: PostHeading }) => {
  const navigate = useNavigate();
  const { status, setHidden, remove } = usePostActions(posts);
  const [doing, setDoing] = useState<'updating' | 'deleting'>('updating');
  const ask = useAsk();
  const { id, title, tags, hidden, createdAt } = post;
  const path = postPath(id);
  const problems = useFileProblems(path);
  const busy = status.state === 'busy';

  const toggle = () => {
    setDoing('updating');
    void setHidden([id], !hidden);
  };
  const deletePost = async () => {
    setDoing('deleting');
    if (await remove([id])) void navigate(backFrom(postKind(post)).to, { state: AFTER_DELETION });
  };

  return (
    <AdminPage
      title={title}
      back={backFrom(postKind(post))}
      actions={
        <>
          <ButtonLink variant="primary" to={editPostPath(id)}>
            Edit
          </ButtonLink>
          {hiddenNote(post) !== undefined ? (
            <Slot name="version" of="post" id={id} />
          ) : (
            <ViewOnSite to={addressOf(id)} variant="quiet" />
          )}
          <Slot name="fileHistory" path={path} variant="quiet" />
          <Button pending={busy} onClick={toggle}>
            {hidden ? 'Unhide' : 'Hide'}
          </Button>
          <Button
            pending={busy}
            onClick={() => ask(deletionQuestion([post], () => void deletePost()))}
          >
            Delete
          </Button>
        </>
      }
    >
      <div className="line count">
        <HiddenBadge post={post} />
        {problems.length > 0 && <ProblemBadge />}
        {createdAt !== undefined && <time dateTime={createdAt}>{dayOf(createdAt)}</time>}
        <Tags tags={tags.slice(0, TAGS_ABOVE)} />
      </div>
      <Slot name="filePages" path={path} />
      <FileProblems title="Problems in this file" problems={problems} />
      <div className={classNames('divided', postStyles.body)}>
        <PostText posts={posts} id={id} />
      </div>
      {tags.length > TAGS_ABOVE && (
        <div className="line count">
          <Tags tags={tags.slice(TAGS_ABOVE)} />
        </div>
      )}
      <ActionNote status={status} busy={doing === 'deleting' ? 'Deleting…' : 'Updating…'} />
    </AdminPage>
  );
};

/** `/admin/blogs/{postId}` */
const PostPage = () => {
  const { postId = '' } = useParams();
  const posts = usePosts();
  const { stored, error, reload } = posts;
  // A post that disappears here was just deleted; the page stays until the list opens.
  const [shown, setShown] = useState<PostHeading>();
  const result = stored?.response.find(({ id }) => id === postId);
  if (result && result !== shown) setShown(result);
  const post = result ?? (shown?.id === postId ? shown : undefined);
  if (post) return <PostView key={post.id} posts={posts} post={post} />;
  if (stored) return <PostMissing id={postId} pathOf={adminPostPath} />;
  return (
    <AdminPage title="Blog post" back={backFrom('post')}>
      <ContentPending error={error} retry={reload} />
    </AdminPage>
  );
};

export default PostPage;
