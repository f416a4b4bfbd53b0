import { useState, type DragEvent } from 'react';

export const useFileDrop = (onFiles: (files: readonly File[]) => void) => {
  const [dropping, setDropping] = useState(false);
  const isOver = (event: DragEvent) => {
    const hasFiles = event.dataTransfer.types.includes('Files');
    if (hasFiles) event.preventDefault();
    return hasFiles;
  };
  return {
    'data-dropping': dropping,
    onDragOver: (event: DragEvent) => setDropping(isOver(event)),
    onDragLeave: () => setDropping(false),
    onDrop: (event: DragEvent) => {
      setDropping(false);
      if (isOver(event)) onFiles([...event.dataTransfer.files]);
    },
  };
};

/** The pasted files; none if the clipboard also has text, which its image only shows. */
export const pastedFiles = (data: DataTransfer): readonly File[] =>
  data.types.includes('text/plain') ? [] : [...data.files];
