import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './edit-form.module.css';
import type { FormPart } from './form-part.ts';
import { SaveStatusLine } from './save-status-line.tsx';

interface SaveBarProps {
  readonly parts: readonly FormPart[];
  readonly label: string | undefined;
  readonly actions: ReactNode;
}

/** Stays in view below a form: the button that saves, and how each save goes. */
export const SaveBar = ({ parts, label = 'Save changes', actions }: SaveBarProps) => {
  const saving = parts.some(({ status }) => status.state === 'saving');
  const silent = parts.every(({ status }) => status.state === 'idle');
  const unsaved = parts.some((part) => part.unsaved);
  return (
    <div className={styles.bar}>
      <Button look="primary" type="submit" pending={saving}>
        {label}
      </Button>
      {actions}
      {parts.map(({ name, status }) => (
        <SaveStatusLine key={name} status={status} />
      ))}
      {silent && unsaved && <p className={styles.unsaved}>Unsaved changes</p>}
    </div>
  );
};
