/** The router's number of the current history entry; undefined if it has none. */
export const entryIndex = (): number | undefined =>
  (history.state as { readonly idx?: number } | null)?.idx;

/** Dispatched to the window before the router handles a move through the history. */
export const BEFORE_MOVE = 'before-move';

/**
 * Dispatches `BEFORE_MOVE` before each move; preventing that event keeps the move from the router.
 * Has to be called before the router starts, as browsers call listeners in their order.
 */
export const dispatchMoves = (): void =>
  addEventListener('popstate', (event) => {
    const isPrevented = !dispatchEvent(new Event(BEFORE_MOVE, { cancelable: true }));
    if (isPrevented) event.stopImmediatePropagation();
  });

const isOwnAddress = (address: string): boolean =>
  URL.canParse(address) && new URL(address).origin === location.origin;

/** Whether going back in the history leads to a page of this site. */
export const canGoBack = (): boolean => {
  const index = entryIndex() ?? 0;
  // For a page that the browser loaded as a document, only the referrer tells.
  return index > 0 || (history.length > 1 && isOwnAddress(document.referrer));
};
