import type { PhotoUse, Upload } from 'content-schema';
import { Link } from 'react-router-dom';
import { textFormPath } from '../editing/edit/subjects.ts';
import { adminPostPath } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './photo-table.module.css';
import { keyOfUse } from './photo-usage.tsx';

const isPost = (use: PhotoUse): boolean => 'id' in use;

/** Links to a post, or to the form of another text. */
const UseLink = ({ use }: { readonly use: PhotoUse }) => (
  <Link to={'id' in use ? adminPostPath(use.id) : textFormPath(use)}>{use.title}</Link>
);

/**
 * Shows a photo's size, whether it has an alternative text, and the posts and other texts that use
 * it.
 */
export const PhotoFacts = ({ photo }: { readonly photo: Upload }) => {
  const { width, height, alt, usedIn = [] } = photo;
  const [only] = usedIn;
  const [isDescribed, hasSize] = [alt !== undefined && alt !== '', width && height];
  return (
    <span className={classNames('date', styles.facts)}>
      {hasSize && (
        <span>
          {width} × {height}
        </span>
      )}
      {photo.usedIn && !isDescribed && <span>No alt text</span>}
      {usedIn.length === 1 && only && (
        <span>
          Used in <UseLink use={only} />
        </span>
      )}
      {usedIn.length > 1 && (
        <details className={styles.uses}>
          <summary>
            Used in {usedIn.length} {usedIn.every(isPost) ? 'posts' : 'texts'}
          </summary>
          <ul>
            {usedIn.map((use) => (
              <li key={keyOfUse(use)}>
                <UseLink use={use} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
};
