/** Gives the images in rendered HTML the `sizes` of pictures across the page. */
export const acrossPage = (html: string): string =>
  html.replace(/ sizes="[^"]*"/g, ' sizes="(min-width: 90rem) 80rem, 90vw"');
