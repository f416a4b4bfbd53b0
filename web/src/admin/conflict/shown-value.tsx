import { diffLines } from 'diff';
import { classNames } from '../../components/class-names.ts';
import { isImage, readableText } from './readable-text.ts';
import styles from './shown-value.module.css';

interface ShownValueProps {
  readonly value: unknown;
  /** What it came from: where both have lines, those that differ are marked. */
  readonly before?: unknown;
}

/** Unchanged lines that are shown on either side of a change. */
const CONTEXT_LINES = 2;

const shorten = (text: string): string => {
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length <= 2 * CONTEXT_LINES + 1) return text;
  const start = lines.slice(0, CONTEXT_LINES);
  return [...start, '…', ...lines.slice(-CONTEXT_LINES), ''].join('\n');
};

const Lines = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <div className={classNames(styles.value, styles.lines)}>
    {diffLines(before, after).map(({ value, added, removed }, index) => {
      const Tag = added ? 'ins' : removed ? 'del' : 'span';
      return <Tag key={index}>{added || removed ? value : shorten(value)}</Tag>;
    })}
  </div>
);

/** A value of a form, for reading. */
export const ShownValue = ({ value, before }: ShownValueProps) => {
  if (isImage(value)) return <img className={styles.image} src={value} alt="" />;
  const text = readableText(value);
  const earlier = before === undefined ? text : readableText(before);
  if (earlier !== text && `${earlier}${text}`.includes('\n')) {
    return <Lines before={earlier} after={text} />;
  }
  return <div className={styles.value}>{text === '' ? <i>Empty</i> : text}</div>;
};
