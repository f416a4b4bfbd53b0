import styles from './import-posts.module.css';

/** Names that are shown, before 'and more…'. */
export const IMPORT_PREVIEW_NAMES = 10;

interface ChosenFilesProps {
  readonly files: readonly File[];
  /** How much of all files together is on its way, from 0 to 1; undefined while none is sent. */
  readonly progress: number | undefined;
}

const sizeOf = (files: readonly File[]): number =>
  files.reduce((size, file) => size + file.size, 0);

/** Files are sent one after the other, so that each has its share of what is on its way. */
const stateOf = (files: readonly File[], index: number, progress: number): string => {
  const sent = progress * sizeOf(files) - sizeOf(files.slice(0, index));
  const size = files[index]?.size ?? 0;
  if (sent >= size) return 'Sent';
  return sent <= 0 ? 'Waiting' : `${Math.round((sent / size) * 100)} %`;
};

/** The names of the first files that are chosen, and how far each has got. */
export const ChosenFiles = ({ files, progress }: ChosenFilesProps) => (
  <ul className={styles.files} aria-label="Chosen files">
    {files.slice(0, IMPORT_PREVIEW_NAMES).map(({ name }, index) => (
      <li key={index}>
        {name}
        {progress !== undefined && (
          <span className={styles.state}> {stateOf(files, index, progress)}</span>
        )}
      </li>
    ))}
    {files.length > IMPORT_PREVIEW_NAMES && <li>and more…</li>}
  </ul>
);
