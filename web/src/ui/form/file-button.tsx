import { useRef, type ChangeEvent, type ComponentProps } from 'react';
import { Button } from '../button.tsx';

/** Resolves to an empty string if the file can't be read. */
export const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsDataURL(file);
  });

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** As the `accept` of a file input. */
  readonly accept: string;
  readonly multiple?: boolean;
  /** Whether to choose a folder, which gives all files in it. */
  readonly folder?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** A button that opens the file chooser. Choosing the same file again also calls `onChoose`. */
export const FileButton = (props: FileButtonProps) => {
  const { accept, multiple, folder = false, onChoose, ...button } = props;
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = '';
    if (files.length > 0) onChoose(files);
  };
  const open = () => {
    if (!input.current) return;
    input.current.webkitdirectory = folder;
    input.current.click();
  };
  return (
    <>
      <Button {...button} onClick={open} />
      <input ref={input} type="file" accept={accept} multiple={multiple} hidden onChange={choose} />
    </>
  );
};
