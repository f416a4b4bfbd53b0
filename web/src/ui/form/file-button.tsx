import { useRef, type ChangeEvent, type ComponentProps } from 'react';
import { Button } from '../button.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** As the `accept` of a file input. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly onChoose: (...files: File[]) => void;
}

/** A button that opens the file chooser. Choosing the same file again also calls `onChoose`. */
export const FileButton = ({ accept, multiple, onChoose, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = '';
    if (files.length > 0) onChoose(...files);
  };
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input ref={input} type="file" accept={accept} multiple={multiple} hidden onChange={choose} />
    </>
  );
};
