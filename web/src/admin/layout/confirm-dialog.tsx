import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  /** Names what it is about. */
  readonly title: string;
  readonly children: ReactNode;
  /** What the button that goes on says. */
  readonly confirm: string;
  /** What it does can't be undone. */
  readonly dangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something is done. The focus begins where nothing happens. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { open, title, children, confirm, dangerous = false, onConfirm, onCancel } = props;
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look={dangerous ? 'danger' : 'primary'} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};
