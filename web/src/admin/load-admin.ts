/** Its own chunk, so that visitors don't load the list of the admin's files, of half a kilobyte. */
export const loadAdmin = () => import('./admin.tsx');
