/** The event that tells `load-late.ts` that the search listens for its key. */
export const SEARCH_READY = 'searchready';
