import type { Post } from 'content-schema';
import { Link } from 'react-router-dom';
import { adminPostPath } from '../post-paths.ts';
import { IMPORT_PREVIEW_NAMES } from './chosen-files.tsx';
import styles from './import-posts.module.css';

/** Leads to the first posts that were imported. */
export const ImportedPosts = ({ posts }: { readonly posts: readonly Post[] }) => (
  <ul className={styles.files} aria-label="Imported posts">
    {posts.slice(0, IMPORT_PREVIEW_NAMES).map(({ id, title }) => (
      <li key={id}>
        <Link to={adminPostPath(id)}>{title}</Link>
      </li>
    ))}
    {posts.length > IMPORT_PREVIEW_NAMES && <li>and more…</li>}
  </ul>
);
