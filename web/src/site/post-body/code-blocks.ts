import styles from './post-body.module.css';

/** A block of code in a rendered text. */
export interface CodeBlock {
  /** Holds the block alone, and what is put beside it. */
  readonly host: HTMLElement;
  readonly code: string;
}

const wrap = (pre: HTMLPreElement): CodeBlock => {
  const host = document.createElement('div');
  host.className = styles.codeBlock ?? '';
  pre.replaceWith(host);
  host.append(pre);
  return { host, code: pre.textContent.replace(/\n$/, '') };
};

/** Puts each block of code below `body` into an element of its own. */
export const wrapCodeBlocks = (body: HTMLElement): CodeBlock[] =>
  [...body.querySelectorAll('pre')].map(wrap);

/** Undoes it. */
export const unwrapCodeBlocks = (blocks: readonly CodeBlock[]): void => {
  for (const { host } of blocks) {
    const pre = host.querySelector('pre');
    if (pre) host.replaceWith(pre);
  }
};
