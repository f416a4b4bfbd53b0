import { Pill } from '../ui/pill.tsx';
import { tagPath } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './tag-pills.module.css';

interface TagPillsProps {
  readonly tags: readonly string[];
  /** Names the tags, e.g. skills. */
  readonly label: string;
}

/** Tags with links to the posts about them. Renders nothing without tags. */
export const TagPills = ({ tags, label }: TagPillsProps) =>
  tags.length === 0 ? null : (
    <ul role="list" className={classNames('cluster-2', styles.tags)} aria-label={label}>
      {tags.map((tag, index) => (
        <li key={index} dir="auto">
          <Pill className="p-category" to={tagPath(tag)}>
            {tag}
          </Pill>
        </li>
      ))}
    </ul>
  );
