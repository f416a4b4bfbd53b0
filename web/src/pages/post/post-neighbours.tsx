import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { classNames } from '../../ui/class-names.ts';
import { postPath } from '../../paths.ts';
import type { Neighbours } from '../../site/post-lists.ts';
import styles from './post-neighbours.module.css';

interface PostNeighboursProps {
  readonly neighbours: Neighbours;
}

/** Leads to the posts before and after this one in time; nothing when there are none. */
export const PostNeighbours = ({ neighbours: { previous, next } }: PostNeighboursProps) => {
  if (!previous && !next) return null;
  return (
    <nav className={classNames('page', styles.neighbours)} aria-label="More posts">
      {previous && (
        <Link className={styles.previous} to={postPath(previous.id)} rel="prev">
          <span className={styles.label}>
            <ArrowLeft size={16} aria-hidden="true" />
            Previous post
          </span>
          <span className={styles.title} dir="auto">
            {previous.title}
          </span>
        </Link>
      )}
      {next && (
        <Link className={styles.next} to={postPath(next.id)} rel="next">
          <span className={styles.label}>
            Next post
            <ArrowRight size={16} aria-hidden="true" />
          </span>
          <span className={styles.title} dir="auto">
            {next.title}
          </span>
        </Link>
      )}
    </nav>
  );
};
