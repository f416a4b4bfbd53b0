/**
 * A chunk of its own between the visitors' code and the admin area's: the list of the admin's fifty
 * files takes half a kilobyte, which visitors need not load.
 */
export const loadAdmin = () => import('./admin.tsx');
