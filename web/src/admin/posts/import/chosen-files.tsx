import { IMPORT_PREVIEW_NAMES } from 'content-schema';
import styles from './import-posts.module.css';

/** The names of the first files that are chosen. */
export const ChosenFiles = ({ files }: { readonly files: readonly File[] }) => (
  <ul className={styles.files} aria-label="Chosen files">
    {files.slice(0, IMPORT_PREVIEW_NAMES).map(({ name }, index) => (
      <li key={index}>{name}</li>
    ))}
    {files.length > IMPORT_PREVIEW_NAMES && <li>and more…</li>}
  </ul>
);
