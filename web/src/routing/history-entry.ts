/** The router's number of the current history entry; undefined if it has none. */
export const entryIndex = (): number | undefined =>
  (history.state as { readonly idx?: number } | null)?.idx;

const isOwnAddress = (address: string): boolean =>
  URL.canParse(address) && new URL(address).origin === location.origin;

/** Whether going back in the history leads to a page of this site. */
export const canGoBack = (): boolean => {
  const index = entryIndex() ?? 0;
  // For a page that the browser loaded as a document, only the referrer tells.
  return index > 0 || (history.length > 1 && isOwnAddress(document.referrer));
};
