/** A number of things, e.g. `1 post` or `2 posts`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
