import { useEffect, useRef, type MouseEvent } from 'react';
import { controlId, type FieldIssue } from './form-context.ts';
import styles from './error-summary.module.css';

interface ErrorSummaryProps {
  readonly formId: string;
  readonly issues: readonly FieldIssue[];
}

/** Two fields that lack the same thing are told once. */
const distinct = (issues: readonly FieldIssue[]): FieldIssue[] =>
  issues.filter(
    ({ message }, index) => issues.findIndex((other) => other.message === message) === index,
  );

/** All that is wrong with a form, each leading to its field. Takes the focus when it appears. */
export const ErrorSummary = ({ formId, issues }: ErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);

  const goTo = (event: MouseEvent, path: string) => {
    event.preventDefault();
    document.getElementById(controlId(formId, path))?.focus();
  };

  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <ul role="list" className={styles.list}>
        {distinct(issues).map(({ path, message }) => (
          <li key={path}>
            <a href={`#${controlId(formId, path)}`} onClick={(event) => goTo(event, path)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};
