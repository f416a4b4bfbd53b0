/**
 * Which drafts belong to a form that is open, here or in another tab. The browser itself forgets
 * an owner that is gone, also after a crash. Where it knows no locks, no draft has an owner.
 */
const locks = (): LockManager | undefined => (isSecureContext ? navigator.locks : undefined);

const lockName = (draftId: string): string => `draft ${draftId}`;

/** Owns a draft until the function that it returns is called. */
export const ownDraft = (draftId: string): (() => void) => {
  const released = Promise.withResolvers<undefined>();
  void locks()?.request(lockName(draftId), () => released.promise);
  return () => released.resolve(undefined);
};

/** Tells whether a draft has an owner now. */
export const findOwned = async (): Promise<(draftId: string) => boolean> => {
  const snapshot = await locks()?.query();
  const held = new Set(snapshot?.held?.map(({ name }) => name));
  return (draftId) => held.has(lockName(draftId));
};
