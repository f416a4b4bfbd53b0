/** One class attribute of all that are given. */
export const classNames = (...names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== '').join(' ');
