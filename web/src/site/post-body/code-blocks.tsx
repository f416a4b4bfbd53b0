import { Check, Copy } from '../../ui/icons.tsx';
import { Problem } from '../../ui/messages.tsx';
import { classNames } from '../../ui/class-names.ts';
import { COPY_FAILED, useCopy } from '../../ui/use-copy.ts';
import styles from './post-body.module.css';

export interface CodeBlock {
  /** Contains the block and what is added beside it. */
  readonly host: HTMLElement;
  readonly code: string;
}

/** Wraps each code block in `body` in an element of its own. */
export const wrapCodeBlocks = (body: HTMLElement): CodeBlock[] =>
  [...body.querySelectorAll('pre')].map((pre) => {
    const host = document.createElement('div');
    host.className = styles.codeBlock ?? '';
    pre.replaceWith(host);
    host.append(pre);
    return { host, code: pre.textContent.replace(/\n$/, '') };
  });

/** A button that copies a code block, in the corner of the block. */
export const CopyCode = ({ code }: { readonly code: string }) => {
  const { state, copy } = useCopy();
  const isCopied = state === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={classNames('bare hint', styles.copy)}
        onClick={() => void copy(code)}
      >
        <Icon size={14} />
        {isCopied ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> code</span>
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied to clipboard'}
      </span>
      {state === 'failed' && <Problem>{COPY_FAILED}</Problem>}
    </>
  );
};
