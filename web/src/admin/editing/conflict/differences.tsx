import { diffLines } from 'diff';
import { classNames } from '../../../ui/class-names.ts';
import styles from './shown-value.module.css';

interface DifferencesProps {
  readonly before: string;
  readonly after: string;
}

/** Unchanged lines that are shown on either side of a change. */
const CONTEXT_LINES = 2;

const shorten = (text: string): string => {
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length <= 2 * CONTEXT_LINES + 1) return text;
  const start = lines.slice(0, CONTEXT_LINES);
  return [...start, '…', ...lines.slice(-CONTEXT_LINES), ''].join('\n');
};

/** Two texts as one, with the lines marked that are in one of them only. */
export const Differences = ({ before, after }: DifferencesProps) => (
  <div className={classNames(styles.value, styles.lines)}>
    {diffLines(before, after, { ignoreNewlineAtEof: true }).map((part, index) => {
      const { value, added, removed } = part;
      const Tag = added ? 'ins' : removed ? 'del' : 'span';
      return <Tag key={index}>{added || removed ? value : shorten(value)}</Tag>;
    })}
  </div>
);
