import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import type { PostForm } from '../post-form.ts';
import { LivePreview } from './live-preview.tsx';

interface PreviewDialogProps {
  readonly open: boolean;
  readonly form: PostForm;
  /** An ISO date; undefined for a post that is yet to be stored. */
  readonly createdAt: string | undefined;
  readonly onClose: () => void;
}

/** Shows a post as visitors will see it. */
export const PreviewDialog = ({ open, form, createdAt, onClose }: PreviewDialogProps) => (
  <Dialog
    open={open}
    title="Preview"
    wide
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        Close preview
      </Button>
    }
  >
    {open && <LivePreview form={form} createdAt={createdAt} />}
  </Dialog>
);
