import { problemText, type PostHeading, type Problem } from 'content-schema';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { HiddenBadge, PostDate, ProblemBadge } from '../../layout/badges.tsx';
import { adminPostPath, editPostPath } from '../../../paths.ts';
import { SelectBox } from '../../layout/select-box.tsx';
import type { Selection } from '../../layout/use-selection.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './post-row.module.css';

interface PostRowProps {
  readonly post: PostHeading;
  readonly problems: readonly Problem[];
  readonly selection: Selection<PostHeading>;
  readonly onHide: () => void;
  readonly onDelete: () => void;
}

/** A row with a post and its actions. */
export const PostRow = ({ post, problems, selection, onHide, onDelete }: PostRowProps) => {
  const titleId = useId();
  const { id, title, hidden } = post;
  return (
    <li className={styles.row} data-selected={selection.has(post)}>
      <SelectBox name={title} className={styles.select} item={post} selection={selection} />
      <div>
        <h2 className={classNames('line large', styles.title)} dir="auto">
          <Link id={titleId} className="quiet-link" to={adminPostPath(id)}>
            {title}
          </Link>
          <HiddenBadge post={post} />
          {problems.length > 0 && <ProblemBadge />}
        </h2>
        <PostDate post={post} />
        {problems.slice(0, 1).map((problem) => (
          <p key={problem.message} className={styles.problem}>
            {problemText(problem)}
          </p>
        ))}
      </div>
      <div className={classNames('links', styles.actions)}>
        <ButtonLink variant="plainStrong" to={editPostPath(id)} aria-describedby={titleId}>
          Edit
        </ButtonLink>
        <Button variant="plain" aria-describedby={titleId} onClick={onHide}>
          {hidden ? 'Unhide' : 'Hide'}
        </Button>
        <Button variant="plainDanger" aria-describedby={titleId} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
};
