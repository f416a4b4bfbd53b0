/** Whether what is dragged over the page are files. */
export const hasFiles = (data: DataTransfer): boolean => data.types.includes('Files');

/** The files that were pasted. Where there is text too, the picture is only a view of that. */
export const pastedFiles = (data: DataTransfer): readonly File[] =>
  data.types.includes('text/plain') ? [] : [...data.files];
