import { useState } from 'react';
import { FileProblems, useFileProblems } from '../editing/edit/file-problems.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './attention.module.css';
import { Checklist, useKnownChecklist } from './checklist.tsx';

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];

/** What needs the owner, in one line that unfolds. Renders nothing if nothing does. */
export const Attention = () => {
  const problems = useFileProblems();
  const items = useKnownChecklist();
  const [isOpen, setIsOpen] = useState(false);
  const counts = [
    ...counted(problems.length, '1 problem in a file', 'problems in files'),
    ...counted(items.length, '1 thing left to do', 'things left to do'),
  ];
  if (counts.length === 0) return null;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary
        className={classNames('summary note', styles.summary)}
        data-problem={problems.length > 0}
      >
        {counts.join(', ')} · <span className={styles.toggle}>{isOpen ? 'hide' : 'show'}</span>
      </summary>
      <div className={classNames('stack-5', styles.parts)}>
        <FileProblems title="Problems in files" problems={problems}>
          These files can’t be read, or may not say what you meant.
        </FileProblems>
        <Checklist items={items} />
      </div>
    </details>
  );
};
