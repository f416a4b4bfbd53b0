/** Whether a click follows a link in this tab: with the main button, and without a key. */
export const isPlainClick = (
  event: Pick<MouseEvent, 'button' | `${'meta' | 'ctrl' | 'shift' | 'alt'}Key`>,
): boolean => {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
};
