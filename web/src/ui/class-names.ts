/** Joins the given class names, without undefined and empty ones. */
export const classNames = (...names: readonly (string | undefined)[]): string =>
  names.filter(Boolean).join(' ');
