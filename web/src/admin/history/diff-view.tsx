import { Fragment, useMemo } from 'react';
import { diffHunks, type DiffLine } from './diff-lines.ts';
import styles from './diff-view.module.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

const Line = ({ kind, pieces }: DiffLine) => {
  const Tag = TAGS[kind];
  return (
    <Tag className={styles.line} data-kind={kind}>
      <span className={styles.sign}>{SIGNS[kind]}</span>
      <span className={styles.text} dir="auto">
        {pieces.map(({ text, changed }, index) =>
          changed ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
        )}
      </span>
    </Tag>
  );
};

interface DiffViewProps {
  readonly diff: string;
  readonly label: string;
}

export const DiffView = ({ diff, label }: DiffViewProps) => {
  const hunks = useMemo(() => diffHunks(diff), [diff]);
  return (
    <div className={styles.diff} role="group" aria-label={`Changes of ${label}`}>
      {hunks.map(({ start, lines }) => (
        <div key={start}>
          <p className={styles.place}>From line {Math.max(1, start)}</p>
          {lines.map((line, index) => (
            <Line key={index} {...line} />
          ))}
        </div>
      ))}
    </div>
  );
};
