import { Upload } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './import-posts.module.css';

interface ChooseFilesProps {
  readonly onChoose: (files: readonly File[]) => void;
}

/** Asks for Markdown files. */
export const ChooseFiles = ({ onChoose }: ChooseFilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // So that the same files can be chosen again.
    target.value = '';
  };
  return (
    <>
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept=".md,text/markdown"
        multiple
        aria-label="Markdown files"
        onChange={choose}
      />
      <Button onClick={() => input.current?.click()}>
        <Upload size={18} aria-hidden="true" />
        Upload .md files
      </Button>
    </>
  );
};
