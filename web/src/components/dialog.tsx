import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons. */
  readonly actions: ReactNode;
  /** Called when it is to close, also by Esc. */
  readonly onClose: () => void;
}

/** A modal dialog; it holds the focus while it is open and gives it back afterwards. */
export const Dialog = ({ open, title, children, actions, onClose }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
};
