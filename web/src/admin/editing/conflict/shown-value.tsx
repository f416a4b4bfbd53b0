import { Differences } from './differences.tsx';
import { isImage, readableText } from './readable-text.ts';
import styles from './shown-value.module.css';

interface ShownValueProps {
  readonly value: unknown;
  /** What it came from: of several lines those are marked that differ. */
  readonly before?: unknown;
}

/** A value of a form, for reading. */
export const ShownValue = ({ value, before }: ShownValueProps) => {
  if (isImage(value)) return <img className={styles.image} src={value} alt="" />;
  const text = readableText(value);
  const earlier = before === undefined ? text : readableText(before);
  if (earlier !== text && `${earlier}${text}`.includes('\n')) {
    return <Differences before={earlier} after={text} />;
  }
  return <div className={styles.value}>{text === '' ? <i>Empty</i> : text}</div>;
};
