import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons; what has a form of its own has them there. */
  readonly actions?: ReactNode;
  /** For what is read side by side, or at length. */
  readonly wide?: boolean;
  /** Called when it is to close, also by Esc. */
  readonly onClose: () => void;
}

/** A modal dialog; it holds the focus while it is open and gives it back afterwards. */
export const Dialog = (props: DialogProps) => {
  const { open, title, children, actions, wide = false, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, wide ? styles.wide : undefined)}
      aria-labelledby={titleId}
      // Esc: the element itself tells it late, when more keys may have been pressed, even such that
      // open it again. A field for files in it has an event of this name, too.
      onCancel={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
};
