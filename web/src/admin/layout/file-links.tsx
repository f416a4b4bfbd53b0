import { useFilePages } from '../../data/history.ts';
import styles from './file-links.module.css';

/** Leads to a file's pages at GitHub, where the content is there. */
export const FileLinks = ({ path }: { readonly path: string }) => {
  const pages = useFilePages(path);
  if (!pages) return null;
  return (
    <p className={styles.links}>
      At GitHub: <a href={pages.url}>the file</a>
      <a href={pages.blame}>who wrote each line</a>
    </p>
  );
};
