/**
 * Between the chunk of every page and that of the admin area, which names the fifty files that it is made
 * of: half a kilobyte that visitors need not load.
 */
export const loadAdmin = () => import('./admin.tsx');
