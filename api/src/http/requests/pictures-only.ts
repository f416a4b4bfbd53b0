/**
 * The content security policy of an image: when it is opened as a page, it can run nothing and load
 * nothing, whatever is in it.
 */
export const IMAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
