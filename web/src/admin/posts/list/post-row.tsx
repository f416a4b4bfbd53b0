import { postPath, problemText, type PostHeading, type Problem } from 'content-schema';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { dayOf } from '../../../site/text.ts';
import { HistoryLink } from '../../layout/history-link.tsx';
import { HiddenBadge, ProblemBadge } from '../badges.tsx';
import { ViewOnSite } from '../view-on-site.tsx';
import { adminPostPath, adminTagPath, editPostPath } from '../../../paths.ts';
import styles from './post-row.module.css';

interface PostRowProps {
  readonly post: PostHeading;
  /** The problems of the post's file. */
  readonly problems: readonly Problem[];
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly onHide: () => void;
  readonly onDelete: () => void;
}

const TAGS_SHOWN = 6;

/** A row with a post and its actions. */
export const PostRow = ({ post, problems, selected, onSelect, onHide, onDelete }: PostRowProps) => {
  const titleId = useId();
  const { id, title, tags, hidden, createdAt } = post;
  const others = tags.length - TAGS_SHOWN;
  return (
    <li className={styles.row} data-selected={selected}>
      <label className={styles.select}>
        <input
          type="checkbox"
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
        <span className="visually-hidden">Select {title}</span>
      </label>
      <div className={styles.body}>
        <h2 className={styles.title} dir="auto">
          <Link id={titleId} to={adminPostPath(id)}>
            {title}
          </Link>
          {hidden && <HiddenBadge />}
          {problems.length > 0 && <ProblemBadge />}
        </h2>
        <div className={styles.facts}>
          {createdAt !== undefined && <time dateTime={createdAt}>{dayOf(createdAt)}</time>}
          {tags.slice(0, TAGS_SHOWN).map((tag) => (
            <Pill key={tag} to={adminTagPath(tag)}>
              {tag}
            </Pill>
          ))}
          {others > 0 && <span>and {others} more</span>}
        </div>
        {problems.slice(0, 1).map((problem) => (
          <p key={problem.message} className={styles.problem}>
            {problemText(problem)}
          </p>
        ))}
      </div>
      <div className={styles.actions}>
        <div className={styles.acts}>
          <ButtonLink look="plainStrong" to={editPostPath(id)} aria-describedby={titleId}>
            Edit
          </ButtonLink>
          <Button look="plain" aria-describedby={titleId} onClick={onHide}>
            {hidden ? 'Unhide' : 'Hide'}
          </Button>
          <Button look="plainDanger" aria-describedby={titleId} onClick={onDelete}>
            Delete
          </Button>
        </div>
        <div className={styles.acts} data-quiet>
          {!hidden && <ViewOnSite id={id} look="plain" describedBy={titleId} />}
          <HistoryLink path={postPath(id)} describedBy={titleId} />
        </div>
      </div>
    </li>
  );
};
