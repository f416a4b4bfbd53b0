import { isPage, postKind, postMessages, type PostHeading } from 'content-schema';
import type { Question } from '../layout/question.tsx';

const NAMED_MAX = 20;

export const deletionQuestion = (
  posts: readonly PostHeading[],
  onConfirm: () => void,
): Question => {
  const [first, ...others] = posts;
  const isOne = first !== undefined && others.length === 0;
  return {
    title: isOne ? `Delete “${first.title}”` : `Delete ${posts.length} posts`,
    text: isOne ? (
      <>
        <p>{isPage(first) ? 'Delete this page?' : postMessages.confirmDelete}</p>
        <p>It leaves the site. The history keeps its last version.</p>
      </>
    ) : (
      <>
        <p>Delete these blog posts? They stay in the history, where each can be brought back.</p>
        <ul className="note">
          {posts.slice(0, NAMED_MAX).map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
          {posts.length > NAMED_MAX && <li>and {posts.length - NAMED_MAX} more</li>}
        </ul>
      </>
    ),
    action: isOne ? `Delete ${postKind(first)}` : 'Delete posts',
    dangerous: true,
    onConfirm,
  };
};
