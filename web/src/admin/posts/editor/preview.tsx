import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import { Status } from '../../../ui/messages.tsx';
import type { PostForm } from '../../editing/post-form.ts';
import styles from './post-editor.module.css';

/** With the Markdown pipeline, which writing needs only for this. */
const RenderedPost = lazyPart(() => import('./rendered-post.tsx'), <Status message="Rendering…" />);

interface LivePreviewProps {
  readonly form: PostForm;
  /** An ISO date; undefined for a post that is yet to be stored. */
  readonly createdAt: string | undefined;
  /** How the post that is stored will differ from what was typed. */
  readonly notice: string | undefined;
}

/** A long text takes longer to render than a key stroke may take. */
const RENDER_AFTER_MS = 250;

/** A post as visitors will see it, soon after each edit. */
export const LivePreview = ({ form, createdAt, notice }: LivePreviewProps) => {
  const [shown, setShown] = useState(form);
  useEffect(() => {
    const timer = setTimeout(() => setShown(form), RENDER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [form]);
  return (
    <>
      {notice !== undefined && <p className={styles.notice}>{notice}</p>}
      <RenderedPost form={shown} createdAt={createdAt} />
    </>
  );
};

interface PreviewDialogProps extends LivePreviewProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows a post as visitors will see it. */
export const PreviewDialog = ({ open, onClose, ...preview }: PreviewDialogProps) => (
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
    {open && <LivePreview {...preview} />}
  </Dialog>
);
