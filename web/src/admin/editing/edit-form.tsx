import { useRef, type ReactNode } from 'react';
import { Form, scopedPath } from '../../ui/form/form.tsx';
import { ConflictDialog } from './conflict/conflict-dialog.tsx';
import { DraftNotice } from './drafts/draft-notice.tsx';
import { useUnsaved } from './leave-guard/leave-context.ts';
import type { FormPart } from './form-part.ts';
import { SaveBar } from './save-bar.tsx';
import { useSaveShortcut } from './use-save-shortcut.ts';
import styles from './edit-form.module.css';

interface EditFormProps {
  /** The values that are edited in the form; each is stored by a save of its own. */
  readonly parts: readonly FormPart[];
  /** The fields; those of a part stand in an `EditFields` of it. */
  readonly children: ReactNode;
  /** What the button that saves says. */
  readonly saveLabel?: string;
  /** Further buttons beside the one that saves. */
  readonly actions?: ReactNode;
}

/**
 * A form around edits of `useEdit`. One button, and Ctrl+S or Cmd+S, saves the parts that have
 * changed, or all where none has; if one of them may not be saved, none is. What is unsaved is not
 * left behind by accident, is offered again after a crash, and conflicts are settled in place.
 */
export const EditForm = ({ parts, children, saveLabel, actions }: EditFormProps) => {
  const element = useRef<HTMLFormElement>(null);
  const unsaved = parts.filter((part) => part.unsaved);
  useSaveShortcut(element);
  useUnsaved(unsaved.length > 0);

  const submit = () => {
    const chosen = unsaved.length > 0 ? unsaved : parts;
    const refused = chosen.filter((part) => !part.check());
    if (refused.length === 0) for (const part of chosen) part.save();
  };

  const issues = parts.flatMap(({ name, issues: own }) =>
    own.map(({ path, message }) => ({ path: scopedPath(name, path), message })),
  );
  const refusals = parts.reduce((count, part) => count + part.refusals, 0);
  const conflicting = parts.find(({ conflict }) => conflict !== undefined);
  return (
    <>
      <Form
        ref={element}
        className={styles.form}
        issues={issues}
        refusals={refusals}
        onSubmit={submit}
      >
        <DraftNotice parts={parts} />
        {children}
        <SaveBar parts={parts} label={saveLabel} actions={actions} />
      </Form>
      <ConflictDialog part={conflicting} />
    </>
  );
};
