import { Markdown } from '../../site/markdown.tsx';
import styles from './achievement-list.module.css';

interface AchievementListProps {
  /** Markdown, and what the server made of it. */
  readonly texts: readonly string[];
  readonly htmls: readonly string[];
}

/** What was achieved, line by line. */
export const AchievementList = ({ texts, htmls }: AchievementListProps) => (
  <ul role="list" className={styles.list}>
    {texts.map((text, index) => (
      <li key={index} dir="auto">
        <Markdown text={text} html={htmls[index]} />
      </li>
    ))}
  </ul>
);
