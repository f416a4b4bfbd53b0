import { uploadMessages } from 'content-schema';
import { Check, Copy } from 'lucide-react';
import { Problem } from '../../ui/problem.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import styles from './copy-code.module.css';

interface CopyCodeProps {
  readonly code: string;
}

/** Copies a block of code; lies over its corner. */
export const CopyCode = ({ code }: CopyCodeProps) => {
  const { state, copy } = useCopy();
  const isCopied = state === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <button type="button" className={styles.copy} onClick={() => void copy(code)}>
        <Icon size={14} aria-hidden="true" />
        {isCopied ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> code</span>
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied to clipboard'}
      </span>
      {state === 'failed' && <Problem>{uploadMessages.clipboard}</Problem>}
    </>
  );
};
