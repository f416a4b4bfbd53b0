import { useCallback, useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The dialog's buttons; omit when its content is a form with buttons of its own. */
  readonly actions?: ReactNode;
  /** For long content, or content in columns. */
  readonly wide?: boolean;
  /** Called when the user closes the dialog, also with Esc. */
  readonly onClose: () => void;
}

/** A modal dialog, open as long as it is rendered. It traps the focus, and restores it afterwards. */
export const Dialog = (props: DialogProps) => {
  const { title, children, actions, wide = false, onClose } = props;
  const titleId = useId();
  const show = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={show}
      className={classNames('card', styles.dialog, wide ? styles.wide : undefined)}
      aria-labelledby={titleId}
      // Handles Esc here because the element's `close` event comes late, when another key may
      // already have reopened the dialog. A file input in the dialog also emits `cancel`.
      onCancel={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
    >
      <h2 id={titleId} className="larger">
        {title}
      </h2>
      <div>{children}</div>
      {actions && <div className={classNames('cluster-3', styles.actions)}>{actions}</div>}
    </dialog>
  );
};
