import type { FileChange, ReviewComment } from 'content-schema';
import type { ReactNode } from 'react';
import changeStyles from '../../core/editing/changes/change-view.module.css';
import { ChangeTime } from '../../core/editing/changes/change-view.tsx';
import { diffHunks } from '../../core/editing/compare/diff-lines.ts';
import styles from './proposals.module.css';

export const ReviewComments = ({ comments }: { readonly comments: readonly ReviewComment[] }) =>
  comments.length > 0 && (
    <ul role="list" aria-label="Comments" className={styles.comments}>
      {comments.map(({ path, line, author, date, text, url }, index) => (
        <li key={index}>
          <p className="facts label">
            <bdi className="strong">{author}</bdi>
            <ChangeTime at={date} />
            <span>{line === undefined ? path : `${path}:${line}`}</span>
          </p>
          <p className={changeStyles.value} dir="auto">
            {text}
          </p>
          <a href={url}>
            Answer at GitHub<span className="visually-hidden"> what {author} wrote</span>
          </a>
        </li>
      ))}
    </ul>
  );

/** A file's comments by the line to show them below; by 0 those on lines that its diff lacks. */
export const commentsByLine = (
  { path, diff }: FileChange,
  comments: readonly ReviewComment[],
): ReadonlyMap<number, ReactNode> => {
  const own = comments.filter((comment) => comment.path === path);
  const hunks = diff === undefined || own.length === 0 ? [] : diffHunks(diff);
  const shown = new Set(hunks.flatMap(({ lines }) => lines.map(({ number }) => number)));
  const lineOf = ({ line = 0 }: ReviewComment) => (shown.has(line) ? line : 0);
  return new Map(
    own.map((comment) => {
      const line = lineOf(comment);
      return [line, <ReviewComments comments={own.filter((each) => lineOf(each) === line)} />];
    }),
  );
};
