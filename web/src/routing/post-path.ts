/** The page of the post with the id. */
export const postPath = (id: string): string => `/blogs/${encodeURIComponent(id)}`;
