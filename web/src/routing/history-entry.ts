/** The router numbers the entries of the history; undefined where it has not. */
export const entryIndex = (): number | undefined => {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('idx' in state)) return undefined;
  return typeof state.idx === 'number' ? state.idx : undefined;
};

const isOwnAddress = (address: string): boolean =>
  URL.canParse(address) && new URL(address).origin === location.origin;

/** Whether the entry before this one in the history is a page of this site. */
export const canGoBack = (): boolean => {
  const index = entryIndex() ?? 0;
  // A page that the browser itself has loaded knows only by its referrer where it came from.
  return index > 0 || (history.length > 1 && isOwnAddress(document.referrer));
};
