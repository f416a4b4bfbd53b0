import { Pill } from '../ui/pill.tsx';
import { tagPath } from '../paths.ts';
import styles from './tag-pills.module.css';

interface TagPillsProps {
  readonly tags: readonly string[];
  /** What they are, e.g. skills. */
  readonly label: string;
}

/** Tags that lead to the posts about them; nothing when there are none. */
export const TagPills = ({ tags, label }: TagPillsProps) =>
  tags.length === 0 ? null : (
    <ul role="list" className={styles.tags} aria-label={label}>
      {tags.map((tag, index) => (
        <li key={index} dir="auto">
          <Pill to={tagPath(tag)}>{tag}</Pill>
        </li>
      ))}
    </ul>
  );
