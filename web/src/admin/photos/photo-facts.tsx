import type { Upload } from 'content-schema';
import { Link } from 'react-router-dom';
import { adminPostPath } from '../../paths.ts';
import styles from './photo-table.module.css';

/** How large a photo is, whether someone described it, and the posts that show it. */
export const PhotoFacts = ({ photo }: { readonly photo: Upload }) => {
  const { width, height, alt, usedIn = [] } = photo;
  const [only] = usedIn;
  const [isDescribed, hasSize] = [alt !== undefined && alt !== '', width && height];
  return (
    <span className={styles.facts}>
      {hasSize && (
        <span>
          {width} × {height}
        </span>
      )}
      {photo.usedIn && !isDescribed && <span>No alt text</span>}
      {usedIn.length === 1 && only && (
        <span>
          Used in <Link to={adminPostPath(only.id)}>{only.title}</Link>
        </span>
      )}
      {usedIn.length > 1 && (
        <details className={styles.uses}>
          <summary>Used in {usedIn.length} posts</summary>
          <ul>
            {usedIn.map(({ id, title }) => (
              <li key={id}>
                <Link to={adminPostPath(id)}>{title}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
};
