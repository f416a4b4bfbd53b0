import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { CommitSummary } from 'content-schema';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './version-steps.module.css';

interface VersionStepsProps {
  readonly older: CommitSummary | null | undefined;
  readonly newer: CommitSummary | null | undefined;
  readonly busy?: boolean;
  readonly onStep: (commit: string) => void;
  readonly children: ReactNode;
}

export const VersionSteps = (props: VersionStepsProps) => {
  const { older, newer, busy = false, onStep, children } = props;
  return (
    <div className={classNames('spread', styles.steps)} role="group" aria-label="Versions">
      <Button
        pending={busy}
        disabled={!older}
        aria-label="Older version"
        onClick={() => older && onStep(older.sha)}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        <span className="wide-only">Older</span>
      </Button>
      {children}
      <Button
        pending={busy}
        disabled={!newer}
        aria-label="Newer version"
        onClick={() => newer && onStep(newer.sha)}
      >
        <span className="wide-only">Newer</span>
        <ArrowRight size={16} aria-hidden="true" />
      </Button>
    </div>
  );
};
