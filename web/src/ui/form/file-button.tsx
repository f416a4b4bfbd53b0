import { useRef, type ChangeEvent, type ComponentProps } from 'react';
import { Button } from '../button.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** As the `accept` of a file input. */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
}

/** A button that has a file chosen, also the same one again. */
export const FileButton = ({ accept, onChoose, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (file) onChoose(file);
  };
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input ref={input} type="file" accept={accept} hidden onChange={choose} />
    </>
  );
};
