/** The first image of a rendered text; its attributes are always quoted, and text has no `<`. */
const IMAGE = /<img(?:\s+[\w-]+(?:="[^"]*")?)*?\s+src="([^"]*)"/;

/** The address of the first image of a rendered text, as it stands there; undefined without one. */
export const firstImage = (html: string): string | undefined =>
  IMAGE.exec(html)?.[1]?.replace(/&(?:#x26|amp);/g, '&');
