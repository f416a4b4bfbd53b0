import { countWords, readingMinutes } from 'content-schema/reading-time';
import { useDeferredValue } from 'react';
import styles from './content-field.module.css';

/** How long a text is. */
export const TextFigures = ({ text }: { readonly text: string }) => {
  // Typing goes on while a long text is counted.
  const counted = useDeferredValue(text);
  const words = countWords(counted);
  return (
    <p className={styles.figures}>
      {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'} · {readingMinutes(counted)}{' '}
      min read
    </p>
  );
};
