import type { ExperienceResponse } from 'content-schema';
import { ChevronDown } from '../../ui/icons.tsx';
import { useId, useState } from 'react';
import { Markdown } from '../../site/markdown.tsx';
import { counted } from '../../site/text.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './achievements.module.css';

export const AchievementList = ({ htmls }: { readonly htmls: readonly string[] }) => (
  <ul role="list" className={classNames('stack-3', styles.list)}>
    {htmls.map((html, index) => (
      <li key={index} dir="auto">
        <Markdown html={html} />
      </li>
    ))}
  </ul>
);

/** Achievements behind a button that shows them. Without JavaScript they are simply visible. */
export const ExperienceAchievements = (props: { readonly experience: ExperienceResponse }) => {
  const { role, achievements, achievementsHtml } = props.experience;
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  if (achievements.length === 0) return null;
  return (
    <div className={styles.achievements}>
      <button
        type="button"
        className={classNames('bare small scripted', styles.toggle)}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        {counted(achievements.length, 'achievement')}
        <span className="visually-hidden"> as {role}</span>
        <ChevronDown size={16} />
      </button>
      <div id={panelId} className={styles.panel} hidden={!isOpen}>
        <AchievementList htmls={achievementsHtml} />
      </div>
    </div>
  );
};
