import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  /** The question, or its subject. */
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  /** Whether the action can't be undone. */
  readonly dangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** A dialog that asks for confirmation. The focus starts on "Cancel". */
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
          <Button variant={dangerous ? 'danger' : 'primary'} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};
