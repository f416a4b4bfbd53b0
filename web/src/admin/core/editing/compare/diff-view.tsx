import { Fragment, useMemo, type ReactNode } from 'react';
import { TAGS } from '../changes/change-view.tsx';
import { diffHunks, type DiffLine } from './diff-lines.ts';
import styles from './diff-view.module.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

const Line = ({ kind, pieces }: DiffLine) => {
  const Tag = TAGS[kind];
  return (
    <Tag className={styles.line} data-kind={kind}>
      <span className={styles.sign}>{SIGNS[kind]}</span>
      <span className={styles.text} dir="auto">
        {pieces.map((piece, index) => {
          const Piece = piece.kind === 'same' ? Fragment : 'mark';
          return <Piece key={index}>{piece.text}</Piece>;
        })}
      </span>
    </Tag>
  );
};

interface DiffViewProps {
  readonly diff: string;
  readonly label: string;
  /** What to show below a line of the new version, by its number. */
  readonly notes?: ReadonlyMap<number, ReactNode> | undefined;
}

export const DiffView = ({ diff, label, notes }: DiffViewProps) => {
  const hunks = useMemo(() => diffHunks(diff), [diff]);
  return (
    <div className={styles.diff} role="group" aria-label={`Changes of ${label}`}>
      {hunks.map(({ start, lines }) => (
        <div key={start}>
          <p className={styles.place}>From line {Math.max(1, start)}</p>
          {lines.map((line, index) => (
            <Fragment key={index}>
              <Line {...line} />
              {line.number !== undefined && notes?.get(line.number)}
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  );
};
